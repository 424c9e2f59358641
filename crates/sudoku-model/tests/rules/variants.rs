//! The rules of the variants, each on random cells.

use super::{board, compare, frame, round_trips, shuffled, sum};
use fastrand::Rng;
use std::ops::ControlFlow;
use std::thread;
use sudoku_model::rules::*;
use sudoku_model::{Builder, Cage, Cell, Digits, Grid, House, Model, Part, Pattern, Rule, Shape};

/// What a rule of the table is made from: a board, random cells of it, a grid that might keep it.
pub(crate) struct Sketch<'a> {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<Cell>,
    pub(crate) grid: &'a Grid,
    pub(crate) rng: &'a mut Rng,
}

impl Sketch<'_> {
    /// Some of the cells, at random.
    fn some(&mut self, sizes: core::ops::RangeInclusive<usize>) -> Vec<Cell> {
        let size = self.rng.usize(sizes).min(self.cells.len());
        self.cells[..size].to_vec()
    }

    /// A row or a column, from either end.
    fn line(&mut self) -> Vec<Cell> {
        let lines: Vec<House> = self.shape.rows().chain(self.shape.columns()).collect();
        let mut cells = lines[self.rng.usize(..lines.len())].cells().to_vec();
        if self.rng.bool() {
            cells.reverse();
        }
        cells
    }

    /// A line and the rank of its number in the grid.
    fn ranked(&mut self) -> (usize, Vec<Cell>) {
        let (line, shape) = (self.line(), self.shape);
        let number = self.digits(&line);
        let houses = shape.rows().chain(shape.columns());
        let both = houses.flat_map(|house| {
            let digits = self.digits(house.cells());
            [digits.iter().rev().copied().collect(), digits]
        });
        let smaller = both.filter(|other: &Vec<u8>| *other < number).count();
        (smaller + 1, line)
    }

    /// Two of the cells.
    fn pair(&self) -> [Cell; 2] {
        [self.cells[0], self.cells[1]]
    }

    /// The neighbors in the grid that have a relation, and some others.
    fn marked(&mut self, has: impl Fn(u8, u8) -> bool) -> Vec<[Cell; 2]> {
        let mut marked = Vec::new();
        for &a in &self.cells {
            for b in self.shape.neighbors(a) {
                let digits = self.digits(&[a, b]);
                if has(digits[0], digits[1]) || self.rng.u8(..4) == 0 {
                    marked.push([a, b]);
                }
            }
        }
        marked
    }

    /// Some of the cells, in two halves.
    fn halves(&mut self, sizes: core::ops::RangeInclusive<usize>) -> [Vec<Cell>; 2] {
        let (one, other) = (self.some(sizes.clone()), self.rng.usize(sizes));
        let rest = &self.cells[one.len()..];
        [one, rest[..other.min(rest.len())].to_vec()]
    }

    /// The sum of these cells in the grid.
    fn total(&self, cells: &[Cell]) -> u32 {
        sum(&self.digits(cells)) as u32
    }

    /// What these cells hold in the grid.
    fn digits(&self, cells: &[Cell]) -> Vec<u8> {
        let digits = cells.iter().filter_map(|&cell| self.grid.get(cell));
        digits.collect()
    }
}

pub(crate) type Entry = (&'static str, fn(&mut Builder, &mut Sketch<'_>));

/// Every rule of the crate, each in all its forms.
pub(crate) const RULES: &[Entry] = &[
    ("any of two, on two cells", |builder, sketch| {
        let pair = sketch.pair();
        builder.rule(
            AnyOf::new()
                .or(Difference::new(2, pair))
                .or(Ratio::new(2, pair)),
        );
    }),
    ("any of two, on three cells", |builder, sketch| {
        let cells = sketch.some(3..=3);
        let rises = Thermometer::new(cells.clone());
        builder.rule(AnyOf::new().or(rises).or(Renban::new(cells)));
    }),
    ("any of several lines", |builder, sketch| {
        let [one, other] = sketch.halves(3..=3);
        builder.rule(LittleKiller::new(sketch.total(&one), one.clone()));
        let both = AllOf::new()
            .and(Whisper::new(2, other.clone()))
            .and(Palindrome::new(one.clone()));
        let either = AnyOf::new()
            .or(Thermometer::new(one))
            .or(both)
            .or(LittleKiller::new(8, other));
        builder.rule(either);
    }),
    ("any of several cages", |builder, sketch| {
        let [one, other] = sketch.halves(2..=4);
        let either = AnyOf::new()
            .or(OverlappingCage::without_total(one.clone()))
            .or(OverlappingCage::new(6, other.clone()))
            .or(Cage::new(3, [one[0], other[0]]));
        builder.rule(either);
    }),
    ("any of any and all", |builder, sketch| {
        let [one, other] = sketch.halves(3..=3);
        // Few grids are left, which some of the cases keep.
        builder.rule(Tuples::new(
            one.clone(),
            [sketch.digits(&one), vec![1, 3, 2]],
        ));
        let inner = AnyOf::new()
            .or(Renban::new(one.clone()))
            .or(Thermometer::new(other.clone()));
        let both = AllOf::new().and(inner).and(GreaterThan::new(sketch.pair()));
        builder.rule(AnyOf::new().or(both).or(EqualSums::new([one, other])));
    }),
    ("anti-taxicab", |builder, sketch| {
        let distance = sketch.rng.usize(2..=5);
        builder.rule(Apart::taxicab(distance));
    }),
    ("arrow", |builder, sketch| {
        let cells = sketch.some(3..=4);
        builder.rule(Arrow::new([cells[0]], cells[1..].iter().copied()));
    }),
    ("arrow with a pill", |builder, sketch| {
        let (circle, shaft) = sketch.cells.split_at(2);
        builder.rule(Arrow::new(
            circle.to_vec(),
            shaft[..6.min(shaft.len())].to_vec(),
        ));
    }),
    ("between line", |builder, sketch| {
        builder.rule(Between::new(sketch.some(3..=4)));
    }),
    ("double arrow", |builder, sketch| {
        builder.rule(DoubleArrow::new(sketch.some(3..=5)));
    }),
    ("lockout line", |builder, sketch| {
        let difference = sketch.rng.u8(0..=2);
        builder.rule(Lockout::new(difference, sketch.some(2..=4)));
    }),
    ("modular line", |builder, sketch| {
        let modulus = sketch.rng.u8(1..=4);
        builder.rule(Modular::new(modulus, sketch.some(2..=4)));
    }),
    ("nabner", |builder, sketch| {
        builder.rule(Nabner::new(sketch.some(2..=3)));
    }),
    ("copies", |builder, sketch| {
        let cells = sketch.some(2..=3);
        let other = sketch.cells.iter().rev().copied().take(cells.len());
        builder.rule(Copies::new(cells, other));
    }),
    ("difference", |builder, sketch| {
        let difference = sketch.rng.u8(..=3);
        builder.rule(Difference::new(difference, sketch.pair()));
    }),
    ("full rank", |builder, sketch| {
        // Few grids are left, which some of the ranks keep.
        let line = sketch.line();
        builder.rule(Tuples::new(line.clone(), [sketch.digits(&line)]));
        let ties = [RankTies::None, RankTies::OnlyUnclued, RankTies::Any][sketch.rng.usize(..3)];
        let (rank, line) = sketch.ranked();
        builder.rule(FullRank::new(ties).clue(rank, line));
    }),
    ("greater than", |builder, sketch| {
        builder.rule(GreaterThan::new(sketch.pair()));
    }),
    ("odd and even", |builder, sketch| {
        let cells = sketch.some(2..=4);
        let (odd, even) = cells.split_at(cells.len() / 2);
        builder.rule(PencilMarks::odd(odd.to_vec()));
        builder.rule(PencilMarks::even(even.to_vec()));
    }),
    ("pair sum", |builder, sketch| {
        let total = sketch.rng.u32(2..=7);
        builder.rule(PairSum::new(total, sketch.pair()));
    }),
    ("contains exactly", |builder, sketch| {
        let (times, digit) = (sketch.rng.usize(1..=2), sketch.rng.u8(1..=4));
        builder.rule(Contains::exactly(times, digit, sketch.some(3..=6)));
    }),
    ("contains at least", |builder, sketch| {
        let (times, digit) = (sketch.rng.usize(1..=2), sketch.rng.u8(1..=4));
        builder.rule(Contains::at_least(times, digit, sketch.some(3..=8)));
    }),
    ("counting circles", |builder, sketch| {
        builder.rule(CountingCircles::new(sketch.some(1..=10)));
    }),
    ("distinct count", |builder, sketch| {
        let cells = sketch.some(2..=6);
        let mut digits = sketch.digits(&cells);
        digits.sort_unstable();
        digits.dedup();
        let mut places = sketch.cells.clone();
        if sketch.rng.bool() {
            places.reverse();
        }
        let says = |&cell: &Cell| usize::from(sketch.digits(&[cell])[0]) == digits.len();
        builder.rule(match places.into_iter().find(says) {
            Some(cell) if sketch.rng.bool() => DistinctCount::shown_in(cell, cells),
            _ => DistinctCount::new(digits.len(), cells),
        });
    }),
    ("equality cage", |builder, sketch| {
        let size = [2, 2, 4][sketch.rng.usize(..3)];
        builder.rule(EqualityCage::new(sketch.some(size..=size)));
    }),
    ("equal sums", |builder, sketch| {
        let [one, other] = sketch.halves(1..=3);
        builder.rule(EqualSums::new([one, other]));
    }),
    ("same digits", |builder, sketch| {
        let [one, other] = sketch.halves(1..=3);
        let size = one.len().min(other.len());
        builder.rule(SameDigits::new([one, other].map(|mut group| {
            group.truncate(size);
            group
        })));
    }),
    (
        "same digits of groups that share cells",
        |builder, sketch| {
            let groups = [0..2, 1..3, 2..4].map(|range| sketch.cells[range].to_vec());
            let count = sketch.rng.usize(2..=3);
            builder.rule(SameDigits::new(groups.into_iter().take(count)));
        },
    ),
    (
        "equal sums of three groups that share cells",
        |builder, sketch| {
            let groups = [0..3, 2..4, 3..5].map(|range| sketch.cells[range].to_vec());
            builder.rule(EqualSums::new(groups));
        },
    ),
    ("hidden skyscraper", |builder, sketch| {
        let digit = sketch.rng.u8(1..=3);
        builder.rule(HiddenSkyscraper::new(digit, sketch.line()));
    }),
    ("hidden skyscraper anywhere", |builder, sketch| {
        let digit = sketch.rng.u8(1..=3);
        builder.rule(HiddenSkyscraper::new(digit, sketch.some(2..=5)));
    }),
    ("indexing of columns", |builder, sketch| {
        builder.rule(Indexing::of_columns(sketch.some(1..=2)));
    }),
    ("indexing of rows", |builder, sketch| {
        builder.rule(Indexing::of_rows(sketch.some(1..=2)));
    }),
    ("indexing of boxes", |builder, sketch| {
        builder.rule(Indexing::of_boxes(sketch.some(1..=2)));
    }),
    ("159", |builder, sketch| {
        builder.rule(Indexing::one_five_nine(sketch.shape));
    }),
    ("linear sum", |builder, sketch| {
        let [one, other] = sketch.halves(1..=3);
        let total = sum(&sketch.digits(&one)) - sum(&sketch.digits(&other));
        let plus = one.into_iter().map(|cell| (1, cell));
        let minus = other.into_iter().map(|cell| (-1, cell));
        builder.rule(LinearSum::new(total, plus.chain(minus)));
    }),
    ("linear sum with factors", |builder, sketch| {
        let cells = sketch.some(2..=5);
        let factor = |cell| (sketch.rng.i32(-3..=10), cell);
        let terms: Vec<(i32, Cell)> = cells.into_iter().map(factor).collect();
        let digit = |cell: Cell| i32::from(sketch.grid.digits()[cell.index()]);
        let total = terms
            .iter()
            .map(|&(factor, cell)| factor * digit(cell))
            .sum();
        builder.rule(LinearSum::new(total, terms));
    }),
    ("little killer", |builder, sketch| {
        let cells = sketch.some(2..=5);
        builder.rule(LittleKiller::new(sketch.total(&cells), cells));
    }),
    ("little killer from the border", |builder, sketch| {
        let (shape, total) = (sketch.shape, sketch.rng.u32(4..=12));
        let start = shape.cell(0, sketch.rng.usize(..2));
        builder.rule(LittleKiller::from_border(total, shape, start, [1, 1]));
    }),
    ("look-and-say cage", |builder, sketch| {
        let says = [(1, sketch.rng.u8(1..=2)), (sketch.rng.usize(0..=2), 3)];
        builder.rule(LookAndSay::new(says, sketch.some(3..=5)));
    }),
    ("lunchbox", |builder, sketch| {
        let total = sketch.rng.u32(0..=5);
        builder.rule(Lunchbox::new(total, sketch.some(3..=4)));
    }),
    ("lunchbox of a line", |builder, sketch| {
        let total = [0, 2, 3, 5][sketch.rng.usize(..4)];
        builder.rule(Lunchbox::new(total, sketch.line()));
    }),
    ("numbered room", |builder, sketch| {
        let digit = sketch.rng.u8(1..=4);
        builder.rule(NumberedRoom::new(digit, sketch.line()));
    }),
    ("numbered room anywhere", |builder, sketch| {
        let digit = sketch.rng.u8(1..=4);
        builder.rule(NumberedRoom::new(digit, sketch.some(4..=4)));
    }),
    ("overlapping cages", |builder, sketch| {
        for range in [0..2, 1..3] {
            let cells = sketch.cells[range].to_vec();
            builder.rule(OverlappingCage::new(sketch.total(&cells), cells));
        }
    }),
    ("overlapping cage without a total", |builder, sketch| {
        builder.rule(OverlappingCage::without_total(sketch.some(2..=4)));
    }),
    ("palindrome", |builder, sketch| {
        builder.rule(Palindrome::new(sketch.some(2..=5)));
    }),
    ("pencil marks", |builder, sketch| {
        let marks = (1..=4).filter(|_| sketch.rng.bool()).collect::<Digits>();
        builder.rule(PencilMarks::new(marks, sketch.some(1..=4)));
    }),
    ("quadruple", |builder, sketch| {
        let cells = sketch.some(2..=5);
        let digits = sketch.digits(&cells);
        let given = sketch.rng.usize(1..=cells.len());
        builder.rule(Quadruple::new(digits[..given].to_vec(), cells));
    }),
    ("ratio", |builder, sketch| {
        let ratio = sketch.rng.u8(1..=4);
        builder.rule(Ratio::new(ratio, sketch.pair()));
    }),
    ("region sum line", |builder, sketch| {
        builder.rule(RegionSumLine::new(sketch.shape, sketch.line()));
    }),
    ("region sum line anywhere", |builder, sketch| {
        let line = sketch.some(2..=4);
        builder.rule(RegionSumLine::new(sketch.shape, line));
    }),
    ("region sum line of jigsaw regions", |builder, sketch| {
        let regions: Vec<u8> = (0..16).map(|_| sketch.rng.u8(..3)).collect();
        builder.rule(RegionSumLine::jigsaw(&regions, sketch.some(2..=4)));
    }),
    ("relation along a line", |builder, sketch| {
        builder.rule(Relation::along(sketch.some(2..=5), |a, b| a != b + 1));
    }),
    ("relation of all pairs", |builder, sketch| {
        builder.rule(Relation::all_pairs(sketch.some(2..=4), |a, b| a + b != 5));
    }),
    ("relation on the whole board", |builder, sketch| {
        let (rows, columns) = (sketch.rng.isize(-2..=3), sketch.rng.isize(1..=2));
        let relation = Relation::at_offset(sketch.shape, rows, columns, |a, b| a + 1 != b);
        builder.rule(relation);
    }),
    ("rellik cage", |builder, sketch| {
        let total = sketch.rng.u32(0..=8);
        builder.rule(Rellik::new(total, sketch.some(1..=3)));
    }),
    ("renban", |builder, sketch| {
        builder.rule(Renban::new(sketch.some(2..=4)));
    }),
    ("rossini rises", |builder, sketch| {
        builder.rule(Rossini::rising(sketch.line().into_iter().take(3)));
    }),
    ("rossini falls", |builder, sketch| {
        builder.rule(Rossini::falling(sketch.line().into_iter().take(3)));
    }),
    ("rossini without an arrow", |builder, sketch| {
        builder.rule(Rossini::neither(sketch.some(2..=4)));
    }),
    ("sandwich", |builder, sketch| {
        let line = sketch.line();
        let digits = sketch.digits(&line);
        let inside = digits.split(|digit| [1, 4].contains(digit)).nth(1);
        builder.rule(Sandwich::new(inside.map_or(0, sum) as u32, line));
    }),
    ("sequence by a pattern", |builder, sketch| {
        let patterns = [".*[12].*", "(1|2.)*3?4?", "([^3]{1,2}3)+|4*", "1?2?3?4?1?"];
        let pattern = patterns[sketch.rng.usize(..4)].parse();
        let cells = sketch.some(2..=5);
        builder.rule(Sequence::matching(pattern.expect("a pattern"), cells));
    }),
    ("sequence by steps", |builder, sketch| {
        let step = |&(last, up): &(u8, bool), digit| ((digit > last) == up).then_some((digit, !up));
        let line = sketch.some(2..=5);
        builder.rule(Sequence::stepping(line, (0, true), step, |_| true));
    }),
    ("skyscraper", |builder, sketch| {
        let visible = sketch.rng.usize(1..=4);
        builder.rule(Skyscraper::new(visible, sketch.line()));
    }),
    ("skyscraper anywhere", |builder, sketch| {
        let visible = sketch.rng.usize(1..=3);
        builder.rule(Skyscraper::new(visible, sketch.some(2..=6)));
    }),
    ("sum line", |builder, sketch| {
        let cells = sketch.some(2..=4);
        let total = sketch
            .digits(&cells)
            .iter()
            .map(|&digit| u32::from(digit))
            .sum();
        builder.rule(SumLine::new(total, cells));
    }),
    ("sum line of pieces", |builder, sketch| {
        let line = sketch.line();
        builder.rule(SumLine::new(5, line));
    }),
    ("strict differences", |builder, sketch| {
        let difference = sketch.rng.u8(1..=3);
        let marked = sketch.marked(|a, b| a.abs_diff(b) == difference);
        builder.rule(Strict::new(marked).difference(difference));
    }),
    ("strict kropki", |builder, sketch| {
        let dots = sketch.marked(|a, b| a.abs_diff(b) == 1 || a == 2 * b || b == 2 * a);
        builder.rule(Strict::kropki(dots));
    }),
    ("strict XV", |builder, sketch| {
        let signs = sketch.marked(|a, b| a + b == 5 || a + b == 10);
        builder.rule(Strict::xv(signs));
    }),
    ("thermometer", |builder, sketch| {
        builder.rule(Thermometer::new(sketch.some(2..=4)));
    }),
    ("slow thermometer", |builder, sketch| {
        builder.rule(Thermometer::new(sketch.some(2..=5)).slow());
    }),
    ("tuples", |builder, sketch| {
        let cells = sketch.some(1..=4);
        let mut list = vec![sketch.digits(&cells)];
        let all = sketch.shape.digits().digits();
        for _ in 0..sketch.rng.usize(1..=20) {
            let entry = cells.iter().filter_map(|_| sketch.rng.choice(all.clone()));
            list.push(entry.collect());
        }
        builder.rule(Tuples::new(cells, list));
    }),
    ("whisper", |builder, sketch| {
        let difference = sketch.rng.u8(1..=3);
        builder.rule(Whisper::new(difference, sketch.some(2..=5)));
    }),
    ("zipper", |builder, sketch| {
        builder.rule(Zipper::new(sketch.some(2..=5)));
    }),
    ("x-sum", |builder, sketch| {
        let line = sketch.line();
        let digits = sketch.digits(&line);
        let first = usize::from(digits[0]).min(digits.len());
        let total = sum(&digits[..first]);
        builder.rule(XSum::new(total as u32, line));
    }),
    ("x-sum anywhere", |builder, sketch| {
        let total = sketch.rng.u32(1..=9);
        builder.rule(XSum::new(total, sketch.some(1..=5)));
    }),
];

#[test]
fn each_rule_is_the_same_to_its_check_its_parts_and_all_backends() {
    // As many at once as most machines can.
    thread::scope(|scope| {
        for rules in RULES.chunks(RULES.len() / 4 + 1) {
            scope.spawn(|| rules.iter().for_each(check));
        }
    });
}

/// Holds a rule to itself on boards of side 4, with boxes and without.
fn check(&(name, add): &Entry) {
    let shape = Shape::with_side(4).expect("a shape");
    // How often all grids, some and none keep it.
    let mut tally = [0; 3];
    for boxes in [true, false] {
        let (builder, frame) = board(boxes);
        for seed in 0..20 {
            let rng = &mut Rng::with_seed(seed);
            let cells = shuffled(shape, rng);
            let grid = &frame[rng.usize(..frame.len())];
            let mut builder = builder.clone();
            add(
                &mut builder,
                &mut Sketch {
                    shape,
                    cells,
                    grid,
                    rng,
                },
            );
            let kept = compare(&builder, &frame);
            round_trips(&builder, &frame);
            tally[if kept == 0 {
                2
            } else {
                usize::from(kept < frame.len())
            }] += 1;
        }
    }
    assert!(tally[1] >= 8, "{name}: all, some, no grids {tally:?}");
}

type Whole = (&'static str, fn(&mut Builder));

/// Rules of the whole board, which leave too few grids or none on a board of side 4.
pub(crate) const WHOLE: &[Whole] = &[
    ("full rank without clues", |builder| {
        builder.rule(FullRank::new(RankTies::None));
    }),
    ("anti-king", |builder| {
        builder.rule(Apart::king());
    }),
    ("anti-knight", |builder| {
        builder.rule(Apart::knight());
    }),
    ("anti-taxicab by digits", |builder| {
        builder.rule(Apart::digit_taxicab());
    }),
    ("anti-taxicab", |builder| {
        builder.rule(Apart::taxicab(4));
    }),
    ("disjoint groups", |builder| {
        builder.rule(DisjointGroups);
    }),
    ("global entropy", |builder| {
        builder.rule(Squares::entropy());
    }),
    ("global mod", |builder| {
        builder.rule(Squares::modular());
    }),
    ("anti-consecutive", |builder| {
        builder.rule(Strict::new([]).difference(1));
    }),
];

#[test]
fn rules_of_the_whole_board_are_the_same_to_all_on_larger_boards() {
    let shape = Shape::with_side(6).expect("a shape");
    for &(name, add) in WHOLE {
        let mut some = 0;
        for seed in 0..8 {
            let rng = &mut Rng::with_seed(seed);
            let mut plain = Model::builder(shape);
            if rng.bool() {
                plain.without_boxes();
            }
            let mut ruled = plain.clone();
            add(&mut ruled);
            // One of the first grids that keep the rule, less two thirds of its digits.
            let (mut kept, mut left) = (None, rng.u8(..30));
            let model = ruled.build().expect("a board");
            let _ = model.solver().run(|grid| {
                kept = Some(grid);
                left = left.saturating_sub(1);
                match left {
                    0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            let mut kept = kept.unwrap_or_else(|| panic!("no grid keeps {name}"));
            let cells = shuffled(shape, rng);
            cells[..24].iter().for_each(|&cell| kept.set(cell, None));
            let frame = frame(plain.givens(&kept));
            let count = compare(ruled.givens(&kept), &frame);
            round_trips(&ruled, &frame);
            assert!(count > 0, "{name}");
            some += u8::from(count < frame.len());
        }
        assert!(some >= 4, "{name}: {some}");
    }
}

/// What a builder says of a rule on a board of side 4.
fn error(rule: impl Rule) -> String {
    let shape = Shape::with_side(4).expect("a shape");
    let built = Model::builder(shape).rule(rule).build();
    built.map_or_else(|error| error.to_string(), |_| "none".into())
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let shape = Shape::with_side(4).expect("a shape");
    let (a, b, c) = (shape.cell(0, 0), shape.cell(0, 1), shape.cell(1, 1));
    let foreign = Shape::CLASSIC.cell(8, 8);
    let none: [Cell; 0] = [];
    let no_cell = "r9c9 is no cell of a board of side 4";
    assert_eq!(
        error(Difference::new(1, [a, a])),
        "r1c1 is in difference 1 twice"
    );
    assert_eq!(error(Ratio::new(2, [a, foreign])), no_cell);
    assert_eq!(
        error(Strict::xv([[a, c]])),
        "strict board 1: r1c1 and r2c2 are not neighbors"
    );
    assert_eq!(error(Strict::kropki([[a, foreign]])), no_cell);
    assert_eq!(
        error(Strict::new([[a, b]])),
        "strict board 1: forbids nothing"
    );
    assert_eq!(error(PencilMarks::odd([foreign])), no_cell);
    assert_eq!(error(Palindrome::new([a, foreign, b])), no_cell);
    assert_eq!(error(Thermometer::new([foreign])), no_cell);
    assert_eq!(error(Indexing::of_rows([a, foreign])), no_cell);
    assert_eq!(
        error(Copies::new([a, b], [c])),
        "copies 1: expected 2 cells, found 1"
    );
    assert_eq!(
        error(Copies::new([a, b], [c, b])),
        "r1c2 is in copies 1 twice"
    );
    assert_eq!(error(Copies::new(none, none)), "copies 1 has no cells");
    assert_eq!(
        error(SameDigits::new([[a, a, b], [a, b, c]])),
        "r1c1 is in same digits 1 twice"
    );
    assert_eq!(error(SameDigits::new([[a, b], [b, a]])), "none");
    assert_eq!(error(Quadruple::new([1], none)), "quadruple 1 has no cells");
    assert_eq!(
        error(Quadruple::new([5], [a])),
        "quadruple 1: digit 5 is not in 1..=4"
    );
    assert_eq!(
        error(Squares::entropy()),
        "global entropy 1: the number of digits cannot be divided by 3"
    );
    assert_eq!(
        error(Doppelganger::lines()),
        "doppelganger 1: needs a square board with the digits from 0 to its side"
    );
    assert_eq!(
        error(Relation::at_offset(Shape::CLASSIC, 1, 1, |_, _| true)),
        "r1c5 is no cell of a board of side 4"
    );
    assert_eq!(
        error(RegionSumLine::jigsaw(&[0; 81], [a])),
        "expected a jigsaw region for each of 16 cells, found 81"
    );
    assert_eq!(error(RegionSumLine::new(shape, [a, foreign])), no_cell);
    assert_eq!(
        error(RegionSumLine::new(shape, [a, a])),
        "r1c1 is in region sum line 1 twice"
    );
    assert_eq!(
        error(RegionSumLine::new(shape, none)),
        "region sum line 1 has no cells"
    );
    let any = || ".*".parse::<Pattern>().expect("a pattern");
    assert_eq!(
        error(Sequence::matching(any(), none)),
        "sequence 1 has no cells"
    );
    assert_eq!(
        error(Sequence::matching(any(), [a, b, a])),
        "r1c1 is in sequence 1 twice"
    );
    let rank = |rank, line: &[Cell]| FullRank::new(RankTies::Any).clue(rank, line.to_vec());
    let row: Vec<Cell> = (0..4).map(|column| shape.cell(2, column)).collect();
    assert_eq!(
        error(rank(17, &row)),
        "full rank 1: r3c1 r3c2 r3c3 r3c4 have no rank that so many rows and columns have"
    );
    assert_eq!(
        error(rank(1, &[a, b])),
        "full rank 1: r1c1 r1c2 are no whole row or column from one of its ends"
    );
    // A case that makes no sense is an error of the choice, however many others there are.
    let either = |rule| error(AnyOf::new().or(GreaterThan::new([a, b])).or(rule));
    assert_eq!(
        either(AllOf::new().and(Ratio::new(2, [a, foreign]))),
        no_cell
    );
    assert_eq!(
        either(AllOf::new().and(Quadruple::new([5], [a]))),
        "choice 1: digit 5 is not in 1..=4"
    );
    assert_eq!(
        either(AllOf::new().and(Renban::new([a, c, a]))),
        "r1c1 is in choice 1 twice"
    );
    let nowhere = Relation::all_pairs([a, b, a], |_, _| true).named("loop", "");
    assert_eq!(error(nowhere), "r1c1 is in loop 1 twice");
    let entry = "tuples 1: r1c1 r1c2 need as many digits in each entry";
    assert_eq!(error(Tuples::new([a, b], [vec![1, 2], vec![3]])), entry);
    assert_eq!(
        error(Tuples::new([a, b], [[0, 1]])),
        "tuples 1: digit 0 is not in 1..=4"
    );
}

/// How many grids are left, and the clue.
type Beyond = (usize, fn(&mut Builder, [Cell; 2]));

#[test]
fn clues_beyond_reach_leave_no_grid_or_all() {
    let shape = Shape::with_side(4).expect("a shape");
    let pair = [shape.cell(0, 0), shape.cell(0, 1)];
    let (builder, frame) = board(true);
    let beyond: &[Beyond] = &[
        (0, |builder, pair| {
            builder.rule(Difference::new(u8::MAX, pair));
        }),
        (0, |builder, pair| {
            builder.rule(Ratio::new(0, pair));
        }),
        (0, |builder, pair| {
            builder.rule(Ratio::new(u8::MAX, pair));
        }),
        (0, |builder, pair| {
            builder.rule(PairSum::new(u32::MAX, pair));
        }),
        (0, |builder, pair| {
            builder.rule(PencilMarks::new(Digits::single(5), pair));
        }),
        (0, |builder, pair| {
            builder.rule(Quadruple::new([1, 2, 3], pair));
        }),
        (0, |builder, pair| {
            builder.rule(Tuples::new(pair, Vec::<Vec<u8>>::new()));
        }),
        (0, |builder, _| {
            builder.rule(AnyOf::new());
        }),
        (0, |builder, pair| {
            let sum = |factor| LinearSum::new(i32::MAX, pair.map(|cell| (factor, cell)));
            builder.rule(AnyOf::new().or(sum(1)).or(sum(-1)).or(AnyOf::new()));
        }),
        (288, |builder, _| {
            builder.rule(AllOf::new());
        }),
        (288, |builder, pair| {
            let never = PairSum::new(u32::MAX, pair);
            builder.rule(AnyOf::new().or(never).or(AllOf::new()));
        }),
        (288, |builder, pair| {
            builder.rule(Quadruple::new([], pair));
        }),
        (288, |builder, _| {
            builder
                .rule(Apart::taxicab(0))
                .rule(Apart::taxicab(usize::MAX));
        }),
        (288, |builder, pair| {
            let strict = Strict::new([pair]).difference(u8::MAX).ratio(0);
            builder.rule(strict.ratio(u8::MAX).total(u32::MAX));
        }),
        (288, |builder, pair| {
            let shape = Shape::with_side(4).expect("a shape");
            let far = Relation::at_offset(shape, isize::MIN, isize::MAX, |_, _| false);
            builder
                .rule(far)
                .rule(Relation::along([pair[0]], |_, _| false));
        }),
    ];
    for (grids, add) in beyond {
        let mut builder = builder.clone();
        add(&mut builder, pair);
        assert_eq!(compare(&builder, &frame), *grids);
        round_trips(&builder, &frame);
    }
}

/// Boards of the other tests are too small for slices in many orders.
#[test]
fn a_lunchbox_reads_all_orders_of_different_digits_as_it_checks_them() {
    let shape = Shape::new(2, 3).expect("a shape");
    let mut orders: Vec<Vec<u8>> = vec![vec![]];
    for size in 1..=6 {
        let longer = |order: &Vec<u8>| {
            let digits = (1..=6).filter(|digit| !order.contains(digit));
            let longer = digits.map(|digit| [&order[..], &[digit]].concat());
            longer.collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
        let cells: Vec<Cell> = (0..size).map(|column| shape.cell(0, column)).collect();
        for total in 0..=15 {
            let rule = Lunchbox::new(total, cells.clone());
            let parts = rule.parts(shape);
            let automaton = match &parts[..] {
                [Part::AllDifferent(_), Part::Automaton { automaton, .. }] => automaton,
                other => panic!("{other:?}"),
            };
            for order in &orders {
                let mut grid = Grid::empty(shape);
                let digits = cells.iter().zip(order);
                digits.for_each(|(&cell, &digit)| grid.set(cell, digit));
                let holds = rule.verify(&grid).is_ok();
                assert_eq!(automaton.accepts(order), holds, "{total}: {order:?}");
            }
        }
    }
}
