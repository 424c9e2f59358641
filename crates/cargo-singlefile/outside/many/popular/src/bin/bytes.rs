//! Words and lines of bytes: `bstr`.
use bstr::{BStr, ByteSlice};

fn main() {
    let text = input::text();
    for line in text.as_bytes().lines() {
        let words: Vec<&BStr> = line.split_str(" ").map(BStr::new).collect();
        println!("{words:?} {:?}", line.find("9 3"));
    }
    println!("{}", text.as_bytes().replace("3", "three").as_bstr());
}
