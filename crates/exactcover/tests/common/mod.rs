//! Random problems, and a solver for them that can be read at a glance.

use exactcover::{Builder, Color, Entry, ItemId, OptionId, Problem};
use proptest::prelude::{any, prop, Just};
use proptest::strategy::Strategy as _;

/// The oracle: for every option, take it or leave it. An item is a bit, and an option is a mask
/// of its items and the colors of those that have one.
pub(crate) struct Oracle {
    primary: u32,
    pub(crate) options: Vec<(u32, Vec<(usize, u32)>)>,
}

impl Oracle {
    /// Whether two options may be chosen together: all the items that both have are colored alike.
    fn compatible(&self, a: usize, b: usize) -> bool {
        let ((a_mask, a_colors), (b_mask, b_colors)) = (&self.options[a], &self.options[b]);
        let alike = a_colors.iter().filter(|color| b_colors.contains(color));
        a_mask & b_mask == alike.fold(0, |mask, &(item, _)| mask | 1 << item)
    }

    pub(crate) fn is_solution(&self, chosen: &[usize]) -> bool {
        let covered = chosen.iter().fold(0, |mask, &o| mask | self.options[o].0);
        let mut pairs = (0..chosen.len()).flat_map(|k| (0..k).map(move |j| (chosen[j], chosen[k])));
        pairs.all(|(a, b)| a != b && self.compatible(a, b)) && self.primary & !covered == 0
    }

    /// All solutions, each ascending, in ascending order.
    pub(crate) fn solutions(&self) -> Vec<Vec<OptionId>> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), 0, &mut found);
        found.sort();
        found
    }

    fn extend(&self, chosen: &mut Vec<usize>, next: usize, found: &mut Vec<Vec<OptionId>>) {
        if next == self.options.len() {
            if self.is_solution(chosen) {
                found.push(chosen.iter().map(|&o| OptionId::new(o)).collect());
            }
            return;
        }
        self.extend(chosen, next + 1, found);
        if chosen.iter().all(|&o| self.compatible(o, next)) {
            chosen.push(next);
            self.extend(chosen, next + 1, found);
            chosen.pop();
        }
    }
}

/// Per item whether it is primary, and the options: items with the color that they get if they
/// are secondary, where 0 is none.
pub(crate) type Description = (Vec<bool>, Vec<Vec<(usize, u32)>>);

pub(crate) fn descriptions() -> impl proptest::strategy::Strategy<Value = Description> {
    // Some engines take problems without colors only.
    prop::sample::select(vec![1_u32, 3]).prop_flat_map(descriptions_in_colors)
}

/// Descriptions with fewer colors than this.
pub(crate) fn descriptions_in_colors(
    colors: u32,
) -> impl proptest::strategy::Strategy<Value = Description> {
    prop::collection::vec(prop::bool::weighted(0.6), 1..9).prop_flat_map(move |mut primary| {
        if !primary.contains(&true) {
            primary[0] = true;
        }
        let all: Vec<usize> = (0..primary.len()).collect();
        let required: Vec<usize> = all.iter().copied().filter(|&i| primary[i]).collect();
        let most = primary.len().min(4);
        let option = (
            prop::sample::select(required),
            prop::sample::subsequence(all, 0..=most).prop_shuffle(),
            prop::collection::vec(0..colors, primary.len()),
            any::<prop::sample::Index>(),
        )
            .prop_map(|(must, mut items, colors, at)| {
                if !items.contains(&must) {
                    items.insert(at.index(items.len() + 1), must);
                }
                items.into_iter().map(|item| (item, colors[item])).collect()
            });
        (Just(primary), prop::collection::vec(option, 0..14))
    })
}

fn make_items(builder: &mut Builder<usize>, primary: &[bool]) {
    for &primary in primary {
        if primary {
            builder.primaries(1);
        } else {
            builder.secondaries(1);
        }
    }
}

/// The problem and its oracle. Items are made between the options, each when it is first used.
pub(crate) fn build((primary, options): &Description) -> (Problem<usize>, Oracle) {
    let mut builder = Problem::builder();
    let mut oracle = Oracle {
        primary: 0,
        options: Vec::new(),
    };
    let mut made = 0;
    for (label, option) in options.iter().enumerate() {
        let last = option.iter().map(|&(item, _)| item).max().unwrap_or(0);
        if last >= made {
            make_items(&mut builder, &primary[made..=last]);
            made = last + 1;
        }
        let colors = option
            .iter()
            .filter(|&&(item, color)| !primary[item] && color > 0);
        let mask = option.iter().fold(0, |mask, &(item, _)| mask | 1 << item);
        oracle.options.push((mask, colors.copied().collect()));
        let entries = option.iter().map(|&(item, color)| Entry {
            item: ItemId::new(item),
            color: Some(Color::new(color)).filter(|_| !primary[item] && color > 0),
        });
        builder.option(label, entries);
    }
    make_items(&mut builder, &primary[made..]);
    for (item, _) in primary.iter().enumerate().filter(|(_, &primary)| primary) {
        oracle.primary |= 1 << item;
    }
    (builder.build().expect("a valid problem"), oracle)
}
