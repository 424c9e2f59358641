//! Named deductions: an example of each, soundness and completeness against plain code, and whole
//! paths.

use core::ops::ControlFlow;
use insta::assert_snapshot;
use std::collections::BTreeSet;
use sudoku_model::deduce::{self, Candidates, Contradiction, PathEnd, Technique};
use sudoku_model::rules::{Apart, Arrow, LittleKiller, Sandwich, Thermometer, Whisper};
use sudoku_model::{killer, text, Builder, Cell, Digits, Grid, HouseKind, Model, Shape, Subject};

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cell with a name such as `r3c4`.
fn cell(name: &str) -> Cell {
    let (row, column) = name[1..].split_once('c').expect("a row and a column");
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    Shape::CLASSIC.cell(number(row), number(column))
}

fn digits(digits: &[u8]) -> Digits {
    digits.iter().copied().collect()
}

/// A 9 x 9 board on which nothing is known but that some cells have no digits but these.
fn board(cells: &[(&str, &[u8])]) -> Candidates {
    let mut candidates = Candidates::new(&Grid::empty(Shape::CLASSIC)).expect("nothing is wrong");
    for &(name, kept) in cells {
        let removed = candidates.get(cell(name)) - digits(kept);
        candidates
            .remove(cell(name), removed)
            .expect("there are other places");
    }
    candidates
}

/// A 9 x 9 board on which nothing is known but that a digit has these places alone in some rows or
/// columns.
fn places(digit: u8, houses: &[HouseKind], cells: &[&str]) -> Candidates {
    let mut candidates = board(&[]);
    let shape = Shape::CLASSIC;
    let places: Vec<Cell> = cells.iter().map(|name| cell(name)).collect();
    for house in shape.rows().chain(shape.columns()).chain(shape.boxes()) {
        for &cell in house.cells() {
            if houses.contains(&house.kind()) && !places.contains(&cell) {
                candidates
                    .remove(cell, digits(&[digit]))
                    .expect("there are other places");
            }
        }
    }
    candidates
}

/// What the techniques up to this one find first: the step of this one.
fn explain(candidates: &Candidates, technique: Technique) -> String {
    let up_to = |t: &Technique| *t <= technique;
    let techniques: Vec<Technique> = Technique::ALL.iter().copied().filter(up_to).collect();
    let step = candidates.next_step(&techniques).expect("a step");
    assert_eq!(step.technique, technique, "{step}");
    assert_eq!(Some(&step), candidates.steps(technique).first());
    let mut after = candidates.clone();
    after.apply(&step).expect("nothing is wrong");
    for &(cell, digits) in &step.remove {
        assert!(candidates.get(cell).contains(digits) && !after.get(cell).intersects(digits));
    }
    if let Some((cell, digit)) = step.place {
        assert_eq!(after.grid().get(cell), Some(digit));
    }
    assert_ne!(candidates, &after, "every step does something");
    step.to_string()
}

#[test]
fn singles_say_why() {
    let one = board(&[("r4c5", &[7])]);
    assert_snapshot!(explain(&one, Technique::NakedSingle), @"naked single: 7 is the only digit left for r4c5");
    let one = places(7, &[HouseKind::Box(4)], &["r4c5"]);
    assert_snapshot!(explain(&one, Technique::HiddenSingle), @"hidden single: r4c5 is the only place for 7 in box 5");
    let one = places(2, &[HouseKind::Column(8)], &["r9c9"]);
    assert_snapshot!(explain(&one, Technique::HiddenSingle), @"hidden single: r9c9 is the only place for 2 in column 9");
}

#[test]
fn locked_candidates_say_why() {
    let pointing = places(3, &[HouseKind::Box(4)], &["r5c4", "r5c6"]);
    assert_snapshot!(explain(&pointing, Technique::Pointing), @"pointing: 3 of box 5 must be in row 5, so r5c1, r5c2, r5c3, r5c7, r5c8 and r5c9 cannot be 3");
    let claiming = places(3, &[HouseKind::Column(1)], &["r7c2", "r8c2", "r9c2"]);
    assert_snapshot!(explain(&claiming, Technique::Claiming), @"claiming: 3 of column 2 must be in box 7, so r7c1, r7c3, r8c1, r8c3, r9c1 and r9c3 cannot be 3");
}

#[test]
fn naked_sets_say_why() {
    // In row and box at once.
    let pair = board(&[("r1c1", &[1, 2]), ("r1c3", &[1, 2])]);
    assert_snapshot!(explain(&pair, Technique::NakedPair), @"naked pair: r1c1 and r1c3 of box 1 and row 1 share the digits 1 and 2, so r1c2, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 cannot be 1 or 2");
    let pair = board(&[("r1c1", &[1, 2]), ("r9c1", &[1, 2])]);
    assert_snapshot!(explain(&pair, Technique::NakedPair), @"naked pair: r1c1 and r9c1 of column 1 share the digits 1 and 2, so r2c1, r3c1, r4c1, r5c1, r6c1, r7c1 and r8c1 cannot be 1 or 2");
    let triple = board(&[("r4c2", &[1, 5]), ("r4c5", &[5, 9]), ("r4c8", &[1, 9])]);
    assert_snapshot!(explain(&triple, Technique::NakedTriple), @"naked triple: r4c2, r4c5 and r4c8 of row 4 share the digits 1, 5 and 9, so r4c1, r4c3, r4c4, r4c6, r4c7 and r4c9 cannot be 1, 5 or 9");
    let quad = board(&[
        ("r1c8", &[1, 2]),
        ("r4c8", &[2, 3]),
        ("r7c8", &[3, 4]),
        ("r9c8", &[1, 4]),
    ]);
    assert_snapshot!(explain(&quad, Technique::NakedQuad), @"naked quad: r1c8, r4c8, r7c8 and r9c8 of column 8 share the digits 1, 2, 3 and 4, so r2c8, r3c8, r5c8, r6c8 and r8c8 cannot be 1, 2, 3 or 4");
}

/// A 9 x 9 board on which some digits have no places in a row but these.
fn hidden(row: usize, digits: &[u8], cells: &[&str]) -> Candidates {
    let mut candidates = board(&[]);
    for column in 0..9 {
        let other = Shape::CLASSIC.cell(row, column);
        if !cells.contains(&other.to_string().as_str()) {
            candidates
                .remove(other, self::digits(digits))
                .expect("there are other places");
        }
    }
    candidates
}

#[test]
fn hidden_sets_say_why() {
    let pair = hidden(1, &[3, 8], &["r2c4", "r2c9"]);
    assert_snapshot!(explain(&pair, Technique::HiddenPair), @"hidden pair: 3 and 8 of row 2 must be in r2c4 and r2c9, so r2c4 and r2c9 cannot be 1, 2, 4, 5, 6, 7 or 9");
    let triple = hidden(4, &[1, 3, 8], &["r5c1", "r5c4", "r5c9"]);
    assert_snapshot!(explain(&triple, Technique::HiddenTriple), @"hidden triple: 1, 3 and 8 of row 5 must be in r5c1, r5c4 and r5c9, so r5c1, r5c4 and r5c9 cannot be 2, 4, 5, 6, 7 or 9");
    let quad = hidden(8, &[1, 3, 8, 9], &["r9c1", "r9c4", "r9c6", "r9c9"]);
    assert_snapshot!(explain(&quad, Technique::HiddenQuad), @"hidden quad: 1, 3, 8 and 9 of row 9 must be in r9c1, r9c4, r9c6 and r9c9, so r9c1, r9c4, r9c6 and r9c9 cannot be 2, 4, 5, 6 or 7");
}

#[test]
fn fish_say_why() {
    let rows = [HouseKind::Row(1), HouseKind::Row(6)];
    let wing = places(5, &rows, &["r2c3", "r2c8", "r7c3", "r7c8"]);
    assert_snapshot!(explain(&wing, Technique::XWing), @"X-wing: 5 of rows 2 and 7 must be in columns 3 and 8, so r1c3, r1c8, r3c3, r3c8, r4c3, r4c8, r5c3, r5c8, r6c3, r6c8, r8c3, r8c8, r9c3 and r9c8 cannot be 5");
    let columns = [
        HouseKind::Column(0),
        HouseKind::Column(4),
        HouseKind::Column(8),
    ];
    let swordfish = places(
        5,
        &columns,
        &["r1c1", "r4c1", "r4c5", "r9c5", "r1c9", "r9c9"],
    );
    assert_snapshot!(explain(&swordfish, Technique::Swordfish), @"swordfish: 5 of columns 1, 5 and 9 must be in rows 1, 4 and 9, so r1c2, r1c3, r1c4, r1c6, r1c7, r1c8, r4c2, r4c3, r4c4, r4c6, r4c7, r4c8, r9c2, r9c3, r9c4, r9c6, r9c7 and r9c8 cannot be 5");
    let rows = [
        HouseKind::Row(0),
        HouseKind::Row(3),
        HouseKind::Row(6),
        HouseKind::Row(8),
    ];
    let cells = [
        "r1c2", "r1c7", "r4c1", "r4c2", "r4c7", "r7c1", "r7c4", "r9c4", "r9c7",
    ];
    let jellyfish = places(6, &rows, &cells);
    assert_snapshot!(explain(&jellyfish, Technique::Jellyfish), @"jellyfish: 6 of rows 1, 4, 7 and 9 must be in columns 1, 2, 4 and 7, so r2c1, r2c2, r2c4, r2c7, r3c1, r3c2, r3c4, r3c7, r5c1, r5c2, r5c4, r5c7, r6c1, r6c2, r6c4, r6c7, r8c1, r8c2, r8c4 and r8c7 cannot be 6");
}

#[test]
fn an_xy_wing_says_why() {
    let wing = board(&[("r1c1", &[1, 2]), ("r1c7", &[1, 3]), ("r3c2", &[2, 3])]);
    assert_snapshot!(explain(&wing, Technique::XyWing), @"XY-wing: whichever digit r1c1 has, r1c7 or r3c2 is 3, so r1c2, r1c3, r3c7, r3c8 and r3c9 cannot be 3");
    // Wings that share the same digit with the pivot say nothing.
    let none = board(&[("r1c1", &[1, 2]), ("r1c7", &[1, 3]), ("r3c2", &[1, 3])]);
    assert_eq!(none.steps(Technique::XyWing), []);
}

/// The first step of a technique on a board of side 4 with a rule.
fn of_rule(technique: Technique, add: impl Fn(&mut Builder, [Cell; 4])) -> String {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let mut builder = Model::builder(shape);
    add(
        &mut builder,
        [0, 1, 2, 3].map(|column| shape.cell(0, column)),
    );
    let model = builder.build().expect("a model");
    let position = Candidates::of_model(&model).expect("nothing is wrong");
    let step = position.next_step(&[technique]).expect("a step");
    step.to_string()
}

#[test]
fn steps_from_rules_say_why() {
    assert_snapshot!(of_rule(Technique::Partner, |builder, cells| {
        builder.rule(Thermometer::new(cells[..3].to_vec()));
    }), @"partner: by thermometer 1, it must go with r1c2, which is 1, 2, 3 or 4, so r1c1 cannot be 4");
    assert_snapshot!(of_rule(Technique::Combination, |builder, cells| {
        builder.cage(3, cells[..2].to_vec());
    }), @"combination: by cage 1, r1c1 + r1c2 = 3, which leaves {1, 2}, so r1c1 and r1c2 cannot be 3 or 4");
    assert_snapshot!(of_rule(Technique::RequiredDigit, |builder, cells| {
        builder.cage(3, cells[..2].to_vec());
    }), @"required digit: by cage 1, 1 and 2 must be in r1c1 and r1c2, so r1c3, r1c4, r2c1 and r2c2 cannot be 1 or 2");
    assert_snapshot!(of_rule(Technique::InnieOutie, |builder, cells| {
        builder.cage(9, cells[..3].to_vec());
    }), @"innies and outies: by row 1 and cage 1, r1c4 = 1, which leaves {1}, so r1c1, r1c2, r1c3, r2c3, r2c4, r3c4 and r4c4 cannot be 1; r1c4 cannot be 2, 3 or 4");
    assert_snapshot!(of_rule(Technique::InnieOutieOfSeveral, |builder, cells| {
        let shape = Shape::with_side(4).expect("a side in 4..=25");
        builder.cage(5, [cells[0], shape.cell(1, 0)]);
        builder.cage(6, [cells[1], cells[2]]);
        builder.cage(7, [1, 2].map(|column| shape.cell(1, column)));
    }), @"innies and outies of several houses: by rows 1 and 2 and cages 1, 2 and 3, r1c4 + r2c4 = 2, so r1c4 cannot be 1, 2, 3 or 4");
    assert_snapshot!(of_rule(Technique::Sum, |builder, cells| {
        let shape = Shape::with_side(4).expect("a side in 4..=25");
        builder.rule(Arrow::new([cells[0]], [cells[3], shape.cell(1, 1)]));
    }), @"sum: by arrow 1, r1c4 + r2c2 = r1c1, so r1c1 cannot be 1; r1c4 and r2c2 cannot be 4");
    assert_snapshot!(of_rule(Technique::Line, |builder, cells| {
        builder.rule(Sandwich::new(5, cells));
    }), @"line: no digits left for r1c1, r1c2, r1c3 and r1c4 keep sandwich 1 otherwise, so r1c1 and r1c4 cannot be 2 or 3; r1c2 and r1c3 cannot be 1 or 4");
    assert_snapshot!(of_rule(Technique::CommonPeer, |builder, cells| {
        builder.rule(Apart::king()).given(cells[0], 1).given(cells[3], 3);
    }), @"common peer: 2 of box 1 must be in r1c2, r2c1 or r2c2, so r2c3 and r3c2 cannot be 2");
}

#[test]
fn a_forcing_chain_says_why() {
    // 2 in the middle would need 4, or more, on both sides in the row.
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let line = [shape.cell(0, 0), shape.cell(0, 1), shape.cell(0, 2)];
    let model = Model::builder(shape)
        .rule(Whisper::new(2, line))
        .build()
        .expect("a model");
    let position = Candidates::of_model(&model).expect("nothing is wrong");
    let step = position
        .next_step(&[Technique::ForcingChain])
        .expect("a step");
    assert_snapshot!(step, @"forcing chain: if r1c2 were 2, then r1c1 cannot be 1 or 3 by whisper 1, r1c1 is 4, r1c3 cannot be 1 or 3 by whisper 1, and no digit is left for r1c3, so r1c2 cannot be 2");
    assert_eq!(step.remove, [(line[1], digits(&[2]))]);
    // Each step of the chain follows, and the last one ends in the contradiction.
    let mut after = position;
    after.place(line[1], 2).expect("it is not wrong at sight");
    let (last, rest) = step.chain.split_last().expect("a chain");
    for step in rest {
        after.apply(step).expect("not yet");
    }
    assert_eq!(after.apply(last).err(), step.contradiction);
}

#[test]
fn the_daily_killer_is_explained_to_its_end() {
    let model = killer::read(Shape::CLASSIC, &testdata("killer_sudoku/daily-5561.txt"));
    let model = model.expect("a killer");
    let start = Candidates::of_model(&model).expect("nothing is wrong");
    let path = start.path(Technique::ALL);
    assert_eq!(path.end, PathEnd::Solved);
    assert_eq!(model.verify(path.rest.grid()), Ok(()));
    assert_snapshot!(path.steps.iter().take(6).map(|step| format!("{step}\n")).collect::<String>(), @r"
    combination: by cage 1, r1c1 + r1c2 + r2c1 = 24, which leaves {7, 8, 9}, so r1c1, r1c2 and r2c1 cannot be 1, 2, 3, 4, 5 or 6
    combination: by cage 3, r1c6 + r1c7 + r1c8 + r1c9 = 11, which leaves {1, 2, 3, 5}, so r1c6, r1c7, r1c8 and r1c9 cannot be 4, 6, 7, 8 or 9
    combination: by cage 4, r2c2 + r2c3 + r2c4 = 9, which leaves {1, 2, 6}, {1, 3, 5} or {2, 3, 4}, so r2c2, r2c3 and r2c4 cannot be 7, 8 or 9
    combination: by cage 5, r2c5 + r2c6 + r2c7 + r3c6 = 28, which leaves {4, 7, 8, 9} or {5, 6, 8, 9}, so r2c5, r2c6, r2c7 and r3c6 cannot be 1, 2 or 3
    combination: by cage 6, r2c8 + r3c8 + r4c8 = 10, which leaves {1, 2, 7}, {1, 3, 6}, {1, 4, 5} or {2, 3, 5}, so r2c8, r3c8 and r4c8 cannot be 8 or 9
    combination: by cage 7, r2c9 + r3c9 + r4c9 = 21, which leaves {4, 8, 9}, {5, 7, 9} or {6, 7, 8}, so r2c9, r3c9 and r4c9 cannot be 1, 2 or 3
    ");
    let hardest = path
        .steps
        .iter()
        .max_by_key(|step| step.technique)
        .expect("a step");
    assert_snapshot!(hardest, @"innies and outies of several houses: by rows 1, 2, 3 and 4 and cages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12, r5c1 + r5c2 = 4, which leaves {1, 3}, so r4c1, r4c2, r4c3, r5c4, r5c5, r5c6, r5c9 and r6c1 cannot be 3; r5c1 cannot be 2, 4, 5, 6 or 8; r5c2 cannot be 2");
    let equation = hardest.equation.as_ref().expect("the rule of 45");
    assert_eq!(
        hardest.cells,
        [&equation.plus[..], &equation.minus].concat()
    );
}

#[test]
fn broken_rules_are_contradictions() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let cells = [shape.cell(0, 0), shape.cell(2, 1)];
    let (name, number) = ("thermometer", 0);
    let rule = Subject::Rule { name, number };
    let mut builder = Model::builder(shape);
    builder
        .rule(Thermometer::new(cells))
        .given(cells[0], 3)
        .given(cells[1], 2);
    let found = Candidates::of_model(&builder.build().expect("a model"));
    assert_eq!(found, Err(Contradiction::Broken { rule }));
    assert_snapshot!(Contradiction::Broken { rule }, @"the digits placed break thermometer 1");
    // Equal digits where all have to be different.
    let mut builder = Model::builder(shape);
    builder
        .rule(Apart::knight())
        .given(cells[0], 3)
        .given(cells[1], 3);
    let found = Candidates::of_model(&builder.build().expect("a model"));
    assert!(
        matches!(found, Err(Contradiction::Broken { .. })),
        "{found:?}"
    );
    // A sum beyond reach leaves no digit for its first cell.
    let mut builder = Model::builder(shape);
    builder.rule(LittleKiller::new(9, cells));
    let path = Candidates::of_model(&builder.build().expect("a model")).expect("no digits yet");
    let path = path.path(Technique::ALL);
    assert_eq!(
        path.end,
        PathEnd::Contradiction(Contradiction::NoDigit { cell: cells[0] })
    );
}

#[test]
fn a_step_has_its_parts_as_data() {
    let wing = places(
        5,
        &[HouseKind::Row(1), HouseKind::Row(6)],
        &["r2c3", "r2c8", "r7c3", "r7c8"],
    );
    let step = wing.next_step(&[Technique::XWing]).expect("a step");
    assert_eq!(step.cells, ["r2c3", "r2c8", "r7c3", "r7c8"].map(cell));
    assert_eq!(step.digits, digits(&[5]));
    assert_eq!(step.houses, [HouseKind::Row(1), HouseKind::Row(6)]);
    assert_eq!(step.targets, [HouseKind::Column(2), HouseKind::Column(7)]);
    assert_eq!(step.place, None);
    assert_eq!(step.remove.len(), 14);
    assert_eq!(step.remove[0], (cell("r1c3"), digits(&[5])));
}

#[test]
fn every_technique_has_its_name_and_its_place_in_the_order() {
    let names: BTreeSet<String> = Technique::ALL.iter().map(Technique::to_string).collect();
    assert_eq!(names.len(), Technique::ALL.len());
    assert!(Technique::ALL.windows(2).all(|pair| pair[0] < pair[1]));
}

fn s9(name: &str) -> Vec<Grid> {
    let text = testdata(&format!("sudoku/{name}.txt"));
    let grids: Result<Vec<Grid>, _> = text::puzzles(&text).map(|(_, grid)| grid).collect();
    grids.expect("grids")
}

#[test]
fn easy_paths_end_in_the_solution() {
    for puzzle in s9("s9_easy") {
        let path = deduce::path(&puzzle).expect("nothing is wrong");
        let model = Model::builder(Shape::CLASSIC)
            .givens(&puzzle)
            .build()
            .expect("a model");
        let mut solutions = Vec::new();
        model.solver().run(|grid| {
            solutions.push(grid);
            ControlFlow::Continue(())
        });
        assert_eq!(path.end, PathEnd::Solved, "{puzzle}");
        assert_eq!(solutions, [path.rest.grid().clone()]);
    }
}

/// How many of the puzzles are solved with the techniques up to each.
fn solved_up_to(puzzles: &[Grid]) -> String {
    let start = |puzzle| Candidates::new(puzzle).expect("nothing is wrong");
    let mut positions: Vec<Candidates> = puzzles.iter().map(start).collect();
    let mut lines = Vec::new();
    // Chains would take longer than all the others.
    let patterns = Technique::ALL
        .iter()
        .take_while(|&&it| it != Technique::ForcingChain);
    for (k, technique) in patterns.enumerate() {
        let open = positions.len();
        // A path with more techniques can begin where one with fewer has got stuck.
        positions = positions
            .into_iter()
            .map(|position| position.path(&Technique::ALL[..=k]))
            .filter(|path| path.end != PathEnd::Solved)
            .map(|path| path.rest)
            .collect();
        if positions.len() < open {
            lines.push(format!("{technique}: {}", puzzles.len() - positions.len()));
        }
    }
    lines.join("\n")
}

#[test]
fn techniques_solve_as_many_puzzles_as_before() {
    assert_snapshot!(solved_up_to(&s9("s9_easy")), @"naked single: 250");
    assert_snapshot!(solved_up_to(&s9("s9_minimal")), @r"
    naked single: 6
    hidden single: 106
    pointing: 131
    claiming: 135
    naked pair: 147
    hidden pair: 153
    hidden triple: 154
    XY-wing: 163
    ");
}

#[test]
fn reports_a_digit_twice_in_a_house() {
    let error =
        |text: &str| Candidates::new(&text.parse().expect("a grid")).expect_err("a digit twice");
    let (house, digit) = (HouseKind::Row(0), 2);
    let cells = [0, 3].map(|column| {
        Shape::with_side(4)
            .expect("a side in 4..=25")
            .cell(0, column)
    });
    let found = error("2..2 .... .... ....");
    assert_eq!(
        found,
        Contradiction::Repeated {
            house,
            digit,
            cells
        }
    );
    assert_snapshot!(found, @"row 1 has digit 2 in r1c1 and in r1c4");
    assert_snapshot!(error("2... .2.. .... ...."), @"box 1 has digit 2 in r1c1 and in r2c2");
    assert!(deduce::path(&"2... .2.. .... ....".parse().expect("a grid")).is_err());
}

#[test]
fn reports_a_cell_without_a_digit_and_a_digit_without_a_cell() {
    let error = |text: &str| Candidates::new(&text.parse().expect("a grid")).expect_err("no way");
    assert_snapshot!(error("123. ...4 .... ...."), @"no digit is left for r1c4");
    assert_snapshot!(error("1... ..2. .... ...1"), @"box 2 has no place for digit 1");
}

#[test]
fn a_contradiction_leaves_the_position_as_it_was() {
    let mut position = board(&[("r1c1", &[1, 2]), ("r1c2", &[1, 2])]);
    let before = position.clone();
    assert_snapshot!(position.remove(cell("r1c1"), digits(&[1, 2])).expect_err("nothing left"), @"no digit is left for r1c1");
    assert_snapshot!(position.place(cell("r1c1"), 3).expect_err("no candidate"), @"no digit is left for r1c1");
    assert_snapshot!(position.place(cell("r1c1"), 0).expect_err("no digit"), @"no digit is left for r1c1");
    assert_eq!(position, before);
    position.place(cell("r1c1"), 1).expect("a candidate");
    assert_snapshot!(position.place(cell("r1c1"), 2).expect_err("it has a digit"), @"no digit is left for r1c1");
    position.place(cell("r1c1"), 1).expect("nothing new");
    assert_eq!(position.get(cell("r1c1")), Digits::empty());
    assert_eq!(position.get(cell("r1c2")), digits(&[2]));
}

#[test]
fn a_path_can_end_in_a_contradiction() {
    let mut position = board(&[]);
    for name in ["r1c1", "r1c2", "r1c3"] {
        let wrong = digits(&[3, 4, 5, 6, 7, 8, 9]);
        position
            .remove(cell(name), wrong)
            .expect("there are other places");
    }
    let path = position.path(Technique::ALL);
    let last = path.steps.last().expect("a step");
    assert_snapshot!(last, @"naked pair: r1c1 and r1c2 of box 1 and row 1 share the digits 1 and 2, so r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 cannot be 1 or 2");
    match path.end {
        PathEnd::Contradiction(found) => assert_snapshot!(found, @"no digit is left for r1c3"),
        end => panic!("{end:?}"),
    }
}

#[test]
fn a_path_without_an_end_is_stuck() {
    let path = deduce::path(&Grid::empty(Shape::CLASSIC)).expect("nothing is wrong");
    assert_eq!(
        (
            path.steps.len(),
            path.end,
            path.steps.iter().max_by_key(|s| s.technique)
        ),
        (0, PathEnd::Stuck, None)
    );
}

#[test]
#[should_panic(expected = "r5c1 is none of the 16 cells")]
fn a_cell_of_another_board_is_refused() {
    let small: Grid = ".".repeat(16).parse().expect("a grid");
    let _ = Candidates::new(&small)
        .expect("nothing is wrong")
        .get(cell("r5c1"));
}
