//! The text in `base64` and back.
use base64::prelude::{Engine, BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

fn main() {
    let text = input::text();
    let letters = BASE64_STANDARD.encode(&text);
    println!("{letters} {}", BASE64_URL_SAFE_NO_PAD.encode(&letters[..9]));
    println!(
        "{}",
        BASE64_STANDARD.decode(letters).unwrap() == text.as_bytes()
    );
}
