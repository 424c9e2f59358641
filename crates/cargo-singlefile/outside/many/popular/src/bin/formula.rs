//! The value of a formula: `nom` 7.
use nom::branch::alt;
use nom::character::complete::{char, digit1, multispace0};
use nom::combinator::map_res;
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::IResult;

fn number(text: &str) -> IResult<&str, u64> {
    map_res(delimited(multispace0, digit1, multispace0), str::parse)(text)
}

fn product(text: &str) -> IResult<&str, u64> {
    let (text, first) = number(text)?;
    fold_many0(
        pair(alt((char('*'), char('%'))), number),
        move || first,
        |a, (sign, b)| {
            if sign == '*' {
                a * b
            } else {
                a % b
            }
        },
    )(text)
}

fn main() {
    for number in input::numbers() {
        println!("{:?}", product(&format!("{number} * 7 %5 rest")));
    }
}
