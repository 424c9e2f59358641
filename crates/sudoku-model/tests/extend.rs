//! Models as builders: what comes back, and what can be changed.

mod common;
#[path = "common/dominoes.rs"]
mod dominoes;
#[path = "common/small.rs"]
mod small;

use dominoes::Dominoes;
use proptest::prelude::*;
use small::Small;
use sudoku_model::*;

fn rebuilt(model: &Model) -> Model {
    let again = model.to_builder().build().expect("a model");
    assert_eq!(&again, model);
    let names = |model: &Model| model.rules().map(Rule::name).collect::<Vec<_>>();
    assert_eq!(names(&again), names(model));
    again
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_rule_that_was_removed_leaves_what_was_built_without_it(
        board in Small::any(4, 2),
        index: prop::sample::Index,
    ) {
        if let Ok(model) = board.builder().build() {
            rebuilt(&model);
        }
        // Regions are houses, no rules of their own.
        let rules = board.rules.iter().enumerate().filter(|(_, (kind, _))| *kind != 4);
        let places: Vec<usize> = rules.map(|(place, _)| place).collect();
        if !places.is_empty() {
            let index = index.index(places.len());
            let mut without = board.clone();
            without.rules.remove(places[index]);
            let removed = board.builder().remove_rule(index).build();
            prop_assert_eq!(removed, without.builder().build());
        }
    }
}

#[test]
fn every_kind_of_house_comes_back_and_more_can_be_added() {
    let shape = Shape::CLASSIC;
    let regions: Vec<u8> = shape.cells().map(|cell| cell.row() as u8).collect();
    let places = rules::DisjointGroups;
    let mut builder = Model::builder(shape);
    builder
        .diagonals()
        .windoku()
        .region([shape.cell(0, 0), shape.cell(4, 5)]);
    let jigsaw = Model::builder(shape).jigsaw(&regions).diagonals().build();
    let latin = Model::builder(shape).without_boxes().rule(places).build();
    for model in [builder.build(), jigsaw, latin].map(|model| model.expect("a model")) {
        rebuilt(&model);
    }
    // The next region has the next number.
    let region = [shape.cell(8, 8), shape.cell(4, 4)];
    let model = builder
        .build()
        .expect("a model")
        .to_builder()
        .region(region)
        .build();
    assert_eq!(model, builder.region(region).build());
    let last = model.expect("a model").houses().last().map(House::kind);
    assert_eq!(last, Some(HouseKind::Region(1)));
}

#[test]
fn cages_still_share_no_cell_and_are_counted_on() {
    let shape = Shape::CLASSIC;
    let model = Model::builder(shape)
        .cage(3, [shape.cell(0, 0), shape.cell(0, 1)])
        .build();
    let mut builder = model.expect("a model").to_builder();
    let error = builder.sum_cage(3, [shape.cell(0, 1)]).build().unwrap_err();
    assert_eq!(error.cage(), Some(1));
    assert!(matches!(error.fault, Fault::Overlap { .. }), "{error}");
    assert!(builder.remove_rule(0).build().is_ok());
}

#[test]
fn givens_are_replaced_but_those_of_dominoes_stay() {
    let samples = Dominoes::read(include_str!("../../../testdata/su_domino_ku/sample.in"));
    let board = rebuilt(&samples[0].model());
    let placed = samples[0].placed.iter().flat_map(|domino| domino.cells);
    let mut placed: Vec<Cell> = placed.collect();
    placed.sort_unstable();
    let mut builder = board.to_builder();
    let left = builder.remove_given(placed[0]).remove_givens().build();
    let left = left.expect("a model").givens().clone();
    let cells: Vec<Cell> = left.filled().map(|(cell, _)| cell).collect();
    assert_eq!(cells, placed);

    let shape = Shape::with_side(4).expect("a side");
    let mut builder = Model::builder(shape);
    builder
        .given(shape.cell(0, 0), 1)
        .given(shape.cell(0, 0), 2)
        .given(shape.cell(0, 1), 2);
    assert!(builder.build().is_err());
    let model = builder
        .remove_given(shape.cell(0, 0))
        .build()
        .expect("a model");
    assert_eq!(model.givens().to_string(), ".2..............");
    let model = builder.remove_givens().build().expect("a model");
    assert_eq!(model.givens(), &Grid::empty(shape));
}
