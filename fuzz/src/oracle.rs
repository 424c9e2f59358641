//! Exact cover as its definition reads, for problems so small that this is enough.

use exactcover::{OptionId, Problem};
use std::collections::BTreeSet;

/// A solution: its options, ascending.
pub(crate) type Found = Vec<OptionId>;

/// All solutions of a problem, by trying both ways with every option; `None` if there are more than
/// `most` partial ones on the way.
pub(crate) fn solutions<L>(problem: &Problem<L>, most: usize) -> Option<BTreeSet<Found>> {
    let mut partial = vec![Found::new()];
    for option in problem.options() {
        let with: Vec<Found> = (partial.iter())
            .filter(|chosen| chosen.iter().all(|&other| agree(problem, other, option)))
            .map(|chosen| chosen.iter().copied().chain([option]).collect())
            .collect();
        partial.extend(with);
        if partial.len() > most {
            return None;
        }
    }
    let whole = |chosen: &Found| {
        let covered = |item| {
            let entries = chosen.iter().flat_map(|&option| problem.entries(option));
            entries.filter(|entry| entry.item == item).count() as u32
        };
        problem.items().all(|item| {
            !problem.is_primary(item) || problem.multiplicity(item).contains(&covered(item))
        })
    };
    Some(partial.into_iter().filter(whole).collect())
}

/// Whether two options can be in one solution: what they share has a color that they agree on, or
/// may be covered more than once.
fn agree<L>(problem: &Problem<L>, a: OptionId, b: OptionId) -> bool {
    problem.entries(a).iter().all(|mine| {
        let theirs = problem.entries(b).iter();
        let mut shared = theirs.filter(|theirs| theirs.item == mine.item);
        let again = *problem.multiplicity(mine.item).end() > 1;
        shared.all(|theirs| again || mine.color.is_some() && mine.color == theirs.color)
    })
}
