//! Base 64 with the signs that are usual in addresses.

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The six bits of each sign.
pub(super) fn values(text: &str) -> Option<Vec<u8>> {
    let value = |sign| SIGNS.iter().position(|&it| it == sign);
    text.bytes().map(|sign| Some(value(sign)? as u8)).collect()
}

/// A sign for six bits.
pub(super) fn sign(value: u8) -> char {
    char::from(SIGNS[usize::from(value & 63)])
}

/// Whole bytes; bits that are left over are dropped. The usual signs and an end of `=` will do,
/// too.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.replace('+', "-").replace('/', "_");
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for value in values(text.trim_end_matches('='))? {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| {
            bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0))
        });
        let signs = (0..=chunk.len()).map(|at| sign((bits >> (18 - 6 * at)) as u8));
        text.extend(signs);
    }
    text
}
