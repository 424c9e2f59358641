//! Colors a map so that neighbors differ.
//!
//! Every country needs a color: primary items. A border may see each color once: one secondary
//! item for every border and color. `cargo run --example coloring`

use exactcover::{BuildError, Problem};
use std::error::Error;
use std::io::{self, Write};

const BORDERS: &[(&str, &str)] = &[
    ("Argentina", "Bolivia"),
    ("Argentina", "Brazil"),
    ("Argentina", "Chile"),
    ("Argentina", "Paraguay"),
    ("Argentina", "Uruguay"),
    ("Bolivia", "Brazil"),
    ("Bolivia", "Chile"),
    ("Bolivia", "Paraguay"),
    ("Bolivia", "Peru"),
    ("Brazil", "Colombia"),
    ("Brazil", "French Guiana"),
    ("Brazil", "Guyana"),
    ("Brazil", "Paraguay"),
    ("Brazil", "Peru"),
    ("Brazil", "Suriname"),
    ("Brazil", "Uruguay"),
    ("Brazil", "Venezuela"),
    ("Chile", "Peru"),
    ("Colombia", "Ecuador"),
    ("Colombia", "Peru"),
    ("Colombia", "Venezuela"),
    ("Ecuador", "Peru"),
    ("French Guiana", "Suriname"),
    ("Guyana", "Suriname"),
    ("Guyana", "Venezuela"),
];

const COLORS: [&str; 4] = ["red", "green", "blue", "yellow"];

/// Options are labeled with a country and its color.
fn coloring<'m>(
    borders: &[(&'m str, &'m str)],
    colors: &[&'m str],
) -> Result<Problem<(&'m str, &'m str)>, BuildError> {
    let mut countries: Vec<&str> = borders.iter().flat_map(|&(a, b)| [a, b]).collect();
    countries.sort_unstable();
    countries.dedup();
    let mut builder = Problem::builder();
    let needs = builder.primaries(countries.len());
    for &color in colors {
        let sees = builder.secondaries(borders.len());
        for (country, &need) in countries.iter().zip(&needs) {
            let borders = borders.iter().zip(&sees);
            let own = borders.filter(|((a, b), _)| a == country || b == country);
            let items: Vec<_> = own.map(|(_, &item)| item).chain([need]).collect();
            builder.option((*country, color), items);
        }
    }
    builder.build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    for colors in [&COLORS[..3], &COLORS] {
        let problem = coloring(BORDERS, colors)?;
        let count = problem.search().count().answer;
        writeln!(out, "{count} ways with {} colors", colors.len())?;
        if let Some(solution) = problem.search().first().answer.found() {
            for (country, color) in solution.labels() {
                writeln!(out, "  {country}: {color}")?;
            }
        }
    }
    Ok(())
}

#[test]
fn four_colors_are_enough_and_three_are_not() -> Result<(), BuildError> {
    assert_eq!(coloring(BORDERS, &COLORS[..3])?.search().count().answer, 0);
    let problem = coloring(BORDERS, &COLORS)?;
    for solution in problem.search().solutions() {
        let color = |country| {
            solution
                .labels()
                .find(|label| label.0 == country)
                .unwrap()
                .1
        };
        assert!(BORDERS.iter().all(|&(a, b)| color(a) != color(b)));
    }
    // A triangle: the first may have any color, the second any other, the third what is left.
    let triangle = [("a", "b"), ("b", "c"), ("a", "c")];
    assert_eq!(
        coloring(&triangle, &COLORS)?.search().count().answer,
        4 * 3 * 2
    );
    Ok(())
}
