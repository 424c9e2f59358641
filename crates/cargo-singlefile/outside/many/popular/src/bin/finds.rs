//! Where a byte stands: `memchr`.
fn main() {
    let text = input::text();
    println!(
        "{:?}",
        memchr::memchr_iter(b'9', text.as_bytes()).collect::<Vec<_>>()
    );
    println!("{:?}", memchr::memmem::find(text.as_bytes(), b"9 3"));
    println!("{:?}", memchr::memrchr2(b'8', b'2', text.as_bytes()));
}
