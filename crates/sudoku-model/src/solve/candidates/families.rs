//! Regions of cells that see each other: which sets of digits they may hold together.
//!
//! What an automaton reads cell by cell is weaker than what it says of different digits. Of many
//! rules the order of the cells makes no difference then; the rest is left to `product.rs`.

use super::basic::{all_see_each_other, indices, sees};
use super::board::Board;
use super::count::Counted;
use super::region::{Cells, Constraint, Region};
use super::relation::Relation;
use super::sets::{are_few, digits_of};
use crate::board::set::{elements, has, insert, words};
use crate::model::Model;
use crate::parts::{Automaton, Part, Table};
use std::sync::Arc;

/// Boards with more digits have too many sets of digits.
const MAX_DIGITS: usize = 9;

fn has_sets(board: &Board) -> bool {
    board.digits.len() <= MAX_DIGITS && are_few(board.digits)
}

/// Automata with more arrows take longer than they are worth, in a product with the sets.
const MAX_ARROWS: usize = 20_000;

/// What many parts have in common.
#[derive(Default)]
pub(super) struct Known<'p> {
    automata: Vec<Facts<'p>>,
    relations: Vec<Arc<Relation>>,
}

/// What has been found out about an automaton; nothing where nobody has asked.
struct Facts<'p> {
    automaton: &'p Automaton,
    /// The sets of digits that it accepts, if they do not depend on the order.
    sets: Option<Option<Vec<u64>>>,
    /// What it counts, if that is all that it does.
    counted: Option<Option<Counted>>,
}

impl<'p> Known<'p> {
    fn facts(&mut self, automaton: &'p Automaton) -> &mut Facts<'p> {
        let known = &mut self.automata;
        let place = known.iter().rposition(|facts| facts.automaton == automaton);
        let place = place.unwrap_or_else(|| {
            known.push(Facts {
                automaton,
                sets: None,
                counted: None,
            });
            known.len() - 1
        });
        &mut known[place]
    }

    /// A region for two cells; if they see each other, without equal digits.
    pub(super) fn relation(&mut self, board: &Board, table: &Table, cells: Cells) -> Region {
        let differ = sees(board, cells[0], cells[1]);
        let mut known = self.relations.iter().rev();
        let relation = known.find(|relation| relation.says(table, differ)).cloned();
        let relation = relation.unwrap_or_else(|| {
            let relation = Arc::new(Relation::new(table, differ));
            self.relations.push(relation.clone());
            relation
        });
        Region::new(Constraint::Relation(relation), cells, 5)
    }
}

/// Adds what an automaton says of its cells.
pub(super) fn add_automaton<'p>(
    board: &Board,
    automaton: &'p Automaton,
    cells: Cells,
    known: &mut Known<'p>,
    regions: &mut Vec<Region>,
) {
    let size = cells.len() as u32;
    if size == 2 {
        let table = Table::new(board.digits, |a, b| automaton.accepts(&[a, b]));
        regions.push(known.relation(board, &table, cells));
        return;
    }
    if has_sets(board) && size > 1 && all_see_each_other(board, &cells) {
        let sets = &mut known.facts(automaton).sets;
        if let Some(sets) = sets.get_or_insert_with(|| accepted_sets(board, automaton, cells.len()))
        {
            regions.push(family(sets.clone(), cells));
            return;
        }
        if automaton.size() <= MAX_ARROWS {
            let product = Constraint::Product(automaton.clone());
            regions.push(Region::new(product, cells.clone(), 140 + size).redundant());
        }
    }
    if size > 1 {
        let counted = &mut known.facts(automaton).counted;
        let find = || Counted::by(board.digits, automaton, cells.len());
        if let Some(counted) = counted.get_or_insert_with(find) {
            regions.push(counted.region(board, &cells));
            return;
        }
    }
    let constraint = Constraint::Automaton(automaton.clone());
    regions.push(Region::new(constraint, cells, 60 + size));
}

fn family(sets: Vec<u64>, cells: Cells) -> Region {
    let rank = 10 * cells.len() as u32;
    Region::new(Constraint::Family(sets.into()), cells, rank)
}

/// The sets of different digits that are accepted, if that never depends on their order.
fn accepted_sets(board: &Board, automaton: &Automaton, size: usize) -> Option<Vec<u64>> {
    /// A set that cannot be reached, and one after which nothing is accepted.
    const NEW: u16 = u16::MAX;
    const DEAD: u16 = NEW - 1;
    let (all, count) = (board.digits, board.digits.len());
    // Per set of digits as large as the cells that were read, the state after them.
    let mut states = vec![NEW; 1 << count];
    states[0] = if automaton.states(0) == 0 { DEAD } else { 0 };
    for cell in 0..size {
        let mut next = vec![NEW; 1 << count];
        for (set, &state) in states.iter().enumerate().filter(|at| *at.1 != NEW) {
            let digits = all.digits().enumerate();
            for (k, digit) in digits.filter(|(k, _)| set >> k & 1 == 0) {
                let after = match state {
                    DEAD => None,
                    _ => automaton.next(cell, state.into(), digit),
                };
                let after = after.map_or(DEAD, |after| after as u16);
                let known = &mut next[set | 1 << k];
                // The same digits in another order come to another state.
                if *known != NEW && *known != after {
                    return None;
                }
                *known = after;
            }
        }
        states = next;
    }
    // At the end an automaton has one state, 0, for all that it accepts.
    let accepted = states.iter().enumerate().filter(|at| *at.1 == 0);
    Some(set_of(count, accepted.map(|(set, _)| set)))
}

/// A bit for each of some sets of so many digits, which have a bit for each digit that they hold.
fn set_of(count: usize, sets: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut bits = vec![0; words(1 << count)];
    sets.for_each(|set| insert(&mut bits, set));
    bits
}

/// Adds what relations of different digits say together where any two of some cells are in the same
/// one: that no digits of a set are strangers.
pub(super) fn add_relations(model: &Model, board: &Board, regions: &mut Vec<Region>) {
    let mut kinds: Vec<&Table> = Vec::new();
    for part in model.parts() {
        if let Part::Relation { table, .. } = part {
            // The same kind is often that of its neighbor.
            if has_sets(board) && !kinds.iter().rev().any(|&kind| kind == table) {
                kinds.push(table);
                add_cliques(table, model.parts(), board, regions);
            }
        }
    }
}

/// The cells of the relations of a kind.
fn pairs(parts: &[Part], kind: &Table) -> Vec<Cells> {
    let pair = |part: &Part| match part {
        Part::Relation { cells, table } if table == kind => Some(indices(cells)),
        _ => None,
    };
    parts.iter().filter_map(pair).collect()
}

fn add_cliques(table: &Table, parts: &[Part], board: &Board, regions: &mut Vec<Region>) {
    // A clique has no order of its cells, so neither may the relation of two.
    if !table.is_different() || table.turned() != *table {
        return;
    }
    let pairs = &pairs(parts, table);
    let mut neighbors = vec![0; board.cell_count * board.words];
    for pair in pairs {
        for (k, &cell) in pair.iter().enumerate() {
            let set = &mut neighbors[usize::from(cell) * board.words..];
            insert(set, pair[1 - k].into());
        }
    }
    let related = |a: u16, b: u16| has(&neighbors[usize::from(a) * board.words..], b.into());
    let mut done: Vec<Cells> = Vec::new();
    for pair in pairs {
        if done
            .iter()
            .any(|cells| pair.iter().all(|cell| cells.contains(cell)))
        {
            continue;
        }
        // Grown greedily, by whoever is related to both and then to all that are in: not always the
        // largest clique, but each pair is in one.
        let mut cells = pair.clone();
        let [one, other] = [0, 1].map(|k| &neighbors[usize::from(pair[k]) * board.words..]);
        for word in 0..board.words {
            for k in elements(&[one[word] & other[word]]) {
                let other = (64 * word + k) as u16;
                if cells.iter().all(|&cell| related(cell, other)) {
                    cells.push(other);
                }
            }
        }
        if cells.len() > 2 && cells.len() <= board.digits.len() {
            let masks = table.masks();
            let fits = |&set: &usize| {
                let digits = board.digits.digits().enumerate();
                let digits = digits.filter(|(k, _)| set >> k & 1 == 1);
                let mask = digits.fold(0, |mask, (_, digit)| mask | 1 << digit);
                let others = |digit: usize| mask & !(1 << digit);
                // Each digit of the set has all others among those that it goes with.
                set.count_ones() as usize == cells.len()
                    && digits_of(mask).all(|digit| others(digit) & !masks[digit] == 0)
            };
            let count = board.digits.len();
            let sets = set_of(count, (0..1 << count).filter(fits));
            regions.push(family(sets, cells.clone()).redundant());
            done.push(cells);
        }
    }
}
