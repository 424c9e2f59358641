//! Numbers as text without an allocation: `itoa`.
fn main() {
    let mut buffer = itoa::Buffer::new();
    for number in input::numbers() {
        println!("{}", buffer.format(number * 123_456_789).len());
        println!("{}", buffer.format(-(number as i8)));
    }
}
