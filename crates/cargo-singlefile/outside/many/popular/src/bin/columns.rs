//! How wide a text is on the screen: `unicode-width`.
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

fn main() {
    let wide = input::text().replace('3', "\u{4e09}");
    for line in wide.lines() {
        println!(
            "{} {:?}",
            line.width(),
            line.chars().map(UnicodeWidthChar::width).max()
        );
    }
}
