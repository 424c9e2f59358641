//! Options that no symmetry of the problem tells apart are in equally many solutions.
//!
//! A symmetry renames items, colors and options so that the problem stays as it is. To find one
//! that takes an option to another, two copies of the problem stand side by side. The vertices of
//! both, which are items, colors and options, are parted into cells, until all of a cell are next
//! to equally many of each other cell. Then the option in one copy and the other option in the
//! other copy get a cell of their own, and after them pairs from cells that are still larger. If in
//! the end every cell has a vertex of each copy, the second is the new name of the first. Programs
//! for symmetries of graphs do it like this (nauty, Traces, saucy); but this one never takes a pair
//! back. What it does not find is not used, and that is all.

use super::meter::{Meter, Stop, STATE};
use super::number::exp2;
use super::plan::Plan;
use super::reduced::Reduced;
use crate::engine::table::Lists;
use crate::run::alarm::{each_in_parts, filled_in_parts, listed_in_parts, sort, Alarm, CHUNK};
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;

/// Of items that look alike one is tried, and so many that do not.
const MOST_TRIED: usize = 4;

/// In problems with more entries nobody looks for symmetries, and after so many steps at most
/// nobody goes on.
const MOST_ENTRIES: usize = 1 << 18;
const MOST_STEPS: usize = 1 << 26;

/// A look may take so much work, with all before it, whatever it saves.
const LITTLE: u64 = 1 << 20;

/// Options that are in equally many solutions: the first of them, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orbit {
    pub(super) option: u32,
    pub(super) size: u32,
}

#[derive(Debug)]
struct Symmetries {
    /// Which vertices of a copy are next to each other: items, then colors, then options.
    next: Lists<u32>,
    /// The first option, and all vertices of a copy.
    options: u32,
    vertices: u32,
    /// Before any option has got a cell of its own, and at work on a pair of options.
    base: Cells,
    trial: Cells,
    /// Per option, one that a symmetry takes it to, or itself.
    renamed: Vec<u32>,
    /// So far, and how many there may be.
    steps: usize,
    most_steps: usize,
}

/// The vertices of both copies, those of the second one behind the first one's.
#[derive(Default, Debug)]
struct Cells {
    /// Cell after cell. A cell is known by the place where it begins.
    order: Vec<u32>,
    /// Per vertex, its place in the order, and its cell.
    place: Vec<u32>,
    cell: Vec<u32>,
    /// Per cell.
    size: Vec<u32>,
    waits: Vec<bool>,
    /// Per vertex, how many it is next to of the cell at hand; 0 between two cells.
    count: Vec<u32>,
}

/// An item all of whose options are as good as each other: the first, and how many there are. All
/// looks before this one have taken so much work; it takes no more than it may save.
pub(super) fn any_option(
    problem: &Reduced,
    before: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Orbit>, Stop> {
    let items = meter.prepared(|alarm| even_items(problem, alarm))?;
    if items.is_empty() {
        return Ok(None);
    }
    let steps = worth(problem, before, meter)?;
    if steps == 0 {
        return Ok(None);
    }
    let found = ask(problem, steps, meter, |symmetries, alarm| {
        symmetries.any_option(&items, alarm)
    })?;
    Ok(found.flatten())
}

/// The options, each as one of those that are as good.
pub(super) fn orbits(
    problem: &Reduced,
    options: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Orbit>, Stop> {
    let found = ask(problem, MOST_STEPS, meter, |symmetries, alarm| {
        symmetries.orbits(options, alarm)
    })?;
    let alone = |&option: &u32| Orbit { option, size: 1 };
    Ok(found.unwrap_or_else(|| options.iter().map(alone).collect()))
}

/// The items that are covered once by one of several options, which are all of one length. `None`
/// if the alarm rings.
fn even_items(problem: &Reduced, alarm: &mut Alarm) -> Option<Vec<u32>> {
    // Per item, how many options it has, and how long they are; 0 if that differs.
    let mut lists = filled_in_parts((0, 0), problem.primary, alarm)?;
    for option in 0..problem.options() {
        let parts = problem.option(option);
        for part in parts.iter().filter(|part| problem.is_primary(part.item)) {
            let (count, length) = &mut lists[part.item as usize];
            if *count == 0 || *length == parts.len() {
                *length = parts.len();
            } else {
                *length = 0;
            }
            *count += 1;
        }
        if alarm.after(1 + parts.len()) {
            return None;
        }
    }
    let items = (0..).zip(lists).filter(|&(item, (count, length))| {
        let times = problem.times(item);
        times.low == 1 && !times.several() && count > 1 && length > 0
    });
    Some(items.map(|(item, _)| item).collect())
}

/// How many steps to look for a symmetry are worth it, when all before have taken so much work: of
/// the work on all states, in an order that takes no time to find, the share of an item.
fn worth(problem: &Reduced, work: u64, meter: &mut Meter<'_>) -> Result<usize, Stop> {
    let file: Vec<u32> = (0..problem.primary as u32).collect();
    let states = meter.prepared(|alarm| {
        let plan = Plan::new(problem, &file, false, alarm);
        let states = plan.map_or(f64::INFINITY, |plan| plan.log);
        alarm.rang().is_none().then_some(states)
    })?;
    let all = STATE as f64 * exp2(states.min(60.0));
    let share = (all / problem.primary as f64) as u64;
    let steps = share.max(LITTLE.saturating_sub(work));
    Ok(steps.min(MOST_STEPS as u64) as usize)
}

/// What symmetries say; `None` if there is too much to read, or too little memory.
fn ask<T>(
    problem: &Reduced,
    steps: usize,
    meter: &mut Meter<'_>,
    f: impl FnOnce(&mut Symmetries, &mut Alarm) -> Option<T>,
) -> Result<Option<T>, Stop> {
    let bytes = Symmetries::bytes(problem);
    if problem.entries() > MOST_ENTRIES || !meter.keep(bytes) {
        return Ok(None);
    }
    let answer = meter.prepared(|alarm| f(&mut Symmetries::new(problem, steps, alarm)?, alarm));
    meter.forget(bytes);
    answer.map(Some)
}

fn vertices(problem: &Reduced) -> u32 {
    let colors: u32 = problem.colors.iter().sum();
    problem.items() as u32 + colors + problem.options() as u32
}

impl Symmetries {
    /// About how many bytes it takes.
    fn bytes(problem: &Reduced) -> usize {
        let vertices = vertices(problem) as usize;
        let cells = 2 * vertices * (5 * 4 + 1);
        2 * cells + 16 * vertices + 8 * problem.entries()
    }

    /// `None` if the alarm rings.
    fn new(problem: &Reduced, most_steps: usize, alarm: &mut Alarm) -> Option<Self> {
        let items = problem.items() as u32;
        // Per item, its first color.
        let mut colors = items;
        let first = listed_in_parts(problem.items(), alarm, |item| {
            let first = colors;
            colors += problem.colors[item];
            first
        })?;
        let options = colors;
        let of_items = (0..items).flat_map(|item| {
            let first = first[item as usize];
            let colors = first..first + problem.colors[item as usize];
            colors.map(move |color| (item, color))
        });
        let of_options = (0..problem.options()).flat_map(|option| {
            let first = &first;
            let parts = problem.option(option).iter();
            parts.map(move |part| match part.color {
                0 => (part.item, options + option as u32),
                color => (
                    first[part.item as usize] + color - 1,
                    options + option as u32,
                ),
            })
        });
        let pairs = of_items.chain(of_options);
        let pairs = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
        let vertices = vertices(problem);
        let mut symmetries = Symmetries {
            next: Lists::gather(vertices as usize, pairs, alarm)?,
            options,
            vertices,
            base: Cells::default(),
            trial: Cells::default(),
            renamed: listed_in_parts(problem.options(), alarm, |option| option as u32)?,
            steps: 0,
            most_steps,
        };
        // Nothing takes an item to one of another kind.
        let kind = |vertex: u32| match vertex {
            item if item < problem.primary as u32 => {
                let times = problem.times(item);
                (0, times.low, times.most, u32::from(times.open))
            }
            item if item < items => (1, problem.colors[item as usize], 0, 0),
            color if color < options => (2, 0, 0, 0),
            _ => (3, 0, 0, 0),
        };
        let both = 2 * vertices as usize;
        let mut kinds = listed_in_parts(both, alarm, |vertex| {
            (kind(vertex as u32 % vertices), vertex as u32)
        })?;
        sort(&mut kinds, alarm)?;
        let mut base = Cells {
            order: listed_in_parts(both, alarm, |place| kinds[place].1)?,
            place: filled_in_parts(0, both, alarm)?,
            cell: filled_in_parts(0, both, alarm)?,
            size: filled_in_parts(0, both, alarm)?,
            waits: filled_in_parts(false, both, alarm)?,
            count: filled_in_parts(0, both, alarm)?,
        };
        let mut queue = Vec::new();
        let mut cell = 0;
        for place in 0..both {
            let (kind, vertex) = kinds[place];
            if place == 0 || kinds[place - 1].0 != kind {
                cell = place;
                base.waits[cell] = true;
                queue.push(cell as u32);
            }
            base.place[vertex as usize] = place as u32;
            base.cell[vertex as usize] = cell as u32;
            base.size[cell] += 1;
            if alarm.after(1) {
                return None;
            }
        }
        symmetries.refine(&mut base, queue, alarm)?;
        symmetries.base = base;
        Some(symmetries)
    }

    /// Of these items, one all of whose options are as good as the first. `None` if the alarm
    /// rings.
    fn any_option(&mut self, items: &[u32], alarm: &mut Alarm) -> Option<Option<Orbit>> {
        let mut alike = Vec::new();
        for &item in items {
            let list = self.next.get(item);
            let cell = |vertex: u32| self.base.cell[vertex as usize];
            if list.iter().all(|&option| cell(option) == cell(list[0])) {
                alike.push((Reverse(list.len()), cell(item), item));
            }
            if alarm.after(1 + list.len()) {
                return None;
            }
        }
        sort(&mut alike, alarm)?;
        let (mut tried, mut last) = (0, None);
        for &(_, cell, item) in &alike {
            if tried == MOST_TRIED || alarm.after(1) {
                break;
            }
            if last.replace(cell) == Some(cell) {
                continue;
            }
            tried += 1;
            let list = self.next.get(item);
            let list = listed_in_parts(list.len(), alarm, |k| list[k] - self.options)?;
            let (option, size) = (list[0], list.len() as u32);
            let mut all = true;
            for &other in &list[1..] {
                all = all && self.takes(option, other, alarm)?;
            }
            if all {
                return Some(Some(Orbit { option, size }));
            }
        }
        Some(None)
    }

    /// The options, each as one of those that are as good; perhaps more than there are. `None` if
    /// the alarm rings.
    fn orbits(&mut self, options: &[u32], alarm: &mut Alarm) -> Option<Vec<Orbit>> {
        let mut orbits: Vec<Orbit> = Vec::new();
        for &option in options {
            let mut home = None;
            for (k, orbit) in orbits.iter().enumerate() {
                self.steps += 1;
                if alarm.after(1) {
                    return None;
                }
                if self.takes(orbit.option, option, alarm)? {
                    home = Some(k);
                    break;
                }
                if self.steps > self.most_steps {
                    break;
                }
            }
            match home {
                Some(home) => orbits[home].size += 1,
                None => orbits.push(Orbit { option, size: 1 }),
            }
        }
        Some(orbits)
    }

    /// The same for all options that symmetries found so far take to each other.
    fn last_name(&mut self, mut option: u32) -> u32 {
        while self.renamed[option as usize] != option {
            let next = self.renamed[option as usize];
            self.renamed[option as usize] = self.renamed[next as usize];
            option = next;
        }
        option
    }

    /// Whether symmetries are known, or are found now, that take an option to another. `None` if
    /// the alarm rings.
    fn takes(&mut self, from: u32, to: u32, alarm: &mut Alarm) -> Option<bool> {
        if self.last_name(from) == self.last_name(to) {
            return Some(true);
        }
        let (from, to) = (self.options + from, self.options + to + self.vertices);
        let alike = self.base.cell[from as usize] == self.base.cell[to as usize];
        if !alike || self.steps > self.most_steps {
            return Some(false);
        }
        let mut trial = mem::take(&mut self.trial);
        self.begin(&mut trial, alarm)?;
        let found = self.pair(&mut trial, from, to, alarm)?
            && self.complete(&mut trial, (from, to), alarm)?;
        if found {
            for pair in trial.order.chunks(2) {
                let (one, other) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                if one >= self.options {
                    let one = self.last_name(one - self.options);
                    let other = self.last_name(other - self.options - self.vertices);
                    self.renamed[one as usize] = other;
                }
                if alarm.after(2) {
                    return None;
                }
            }
        }
        self.trial = trial;
        Some(found)
    }

    /// The cells as they are before any option has got one of its own. `None` if the alarm rings.
    fn begin(&mut self, cells: &mut Cells, alarm: &mut Alarm) -> Option<()> {
        self.steps += 6 * self.base.order.len();
        cells.copy(&self.base, alarm)
    }

    /// Behind a first pair, makes further ones until every cell is a pair; whether that comes to an
    /// end. `None` if the alarm rings.
    fn complete(
        &mut self,
        cells: &mut Cells,
        first: (u32, u32),
        alarm: &mut Alarm,
    ) -> Option<bool> {
        let mut pairs = vec![first];
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < cells.order.len() {
            let size = cells.size[at] as usize;
            if size == 2 {
                at += 2;
                continue;
            }
            ours.clear();
            theirs.clear();
            self.steps += size;
            if self.steps > self.most_steps {
                return Some(false);
            }
            each_in_parts(&cells.order[at..at + size], alarm, |vertex, _| {
                if vertex < self.vertices {
                    ours.push(vertex);
                } else {
                    theirs.push(vertex);
                }
            })?;
            // One that may keep its name, if there is any; so most do, and the symmetry is a plain
            // one.
            let keeps = |&v: &u32| cells.cell[(v + self.vertices) as usize] == at as u32;
            let kept = ours.iter().copied().find(keeps);
            let one = kept.unwrap_or(ours[0]);
            let same = kept.map(|one| one + self.vertices);
            let others = theirs.iter().copied();
            let others = others.filter(|&other| Some(other) != same);
            let mut has_failed = false;
            for other in same.into_iter().chain(others) {
                // That is rare, so it is cheaper to make the pairs again than to keep the cells.
                if has_failed {
                    self.begin(cells, alarm)?;
                    for &(one, other) in &pairs {
                        self.pair(cells, one, other, alarm)?;
                    }
                }
                has_failed = !self.pair(cells, one, other, alarm)?;
                if !has_failed {
                    pairs.push((one, other));
                    break;
                }
                if self.steps > self.most_steps {
                    break;
                }
            }
            if has_failed {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Gives two vertices of a cell one of their own; whether both copies still look alike. If not,
    /// or if the alarm rings (`None`), the cells are good for nothing.
    fn pair(&mut self, cells: &mut Cells, one: u32, other: u32, alarm: &mut Alarm) -> Option<bool> {
        let cell = cells.cell[one as usize];
        let end = cell + cells.size[cell as usize];
        cells.move_to(other, end - 1);
        cells.move_to(one, end - 2);
        cells.cut(end - 2);
        self.refine(cells, vec![end - 2], alarm)
    }

    /// Splits cells by how many of those in the queue their vertices are next to, until that splits
    /// none; whether both copies look alike. `None` if the alarm rings.
    fn refine(
        &mut self,
        cells: &mut Cells,
        mut queue: Vec<u32>,
        alarm: &mut Alarm,
    ) -> Option<bool> {
        let copies = self.vertices;
        let (mut met, mut sorted, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(at) = queue.pop() {
            cells.waits[at as usize] = false;
            met.clear();
            for place in at..at + cells.size[at as usize] {
                let vertex = cells.order[place as usize];
                let copy = vertex / copies * copies;
                each_in_parts(self.next.get(vertex - copy), alarm, |next, _| {
                    let next = next + copy;
                    let count = &mut cells.count[next as usize];
                    if *count == 0 {
                        met.push(next);
                    }
                    *count += 1;
                })?;
                self.steps += 1 + self.next.get(vertex - copy).len();
            }
            if self.steps > self.most_steps {
                return Some(false);
            }
            sorted.clear();
            each_in_parts(&met, alarm, |vertex, _| {
                let vertex_at = vertex as usize;
                sorted.push((cells.cell[vertex_at], cells.count[vertex_at], vertex));
            })?;
            sort(&mut sorted, alarm)?;
            let mut rest = &sorted[..];
            while let Some(&(cell, ..)) = rest.first() {
                let (mut met, others) = rest.split_at(rest.partition_point(|v| v.0 == cell));
                rest = others;
                alarm.after(2 * met.len());
                #[cfg(test)]
                touched(2 * met.len());
                parts.clear();
                // Those with the same count get a cell, the highest count at the end of the old
                // one.
                let mut end = cell + cells.size[cell as usize];
                while let Some(&(_, count, _)) = met.last() {
                    let (less, same) = met.split_at(met.partition_point(|v| v.1 < count));
                    met = less;
                    let ours = same.iter().filter(|v| v.2 < copies).count();
                    if 2 * ours != same.len() {
                        return Some(false);
                    }
                    for &(_, _, vertex) in same {
                        end -= 1;
                        cells.move_to(vertex, end);
                    }
                    cells.cut(end);
                    parts.push(end);
                }
                // The others are next to none, and keep what is left.
                if end > cell {
                    parts.push(cell);
                }
                // If the old cell waits it does so as the first of its parts. If it does not, what
                // it says is known, and so is what one part says once all others have been heard.
                let largest = parts.iter().max_by_key(|&&part| cells.size[part as usize]);
                let spared = match cells.waits[cell as usize] {
                    true => cell,
                    false => *largest.expect("a part"),
                };
                for &part in parts.iter().filter(|&&part| part != spared) {
                    cells.waits[part as usize] = true;
                    queue.push(part);
                }
            }
            each_in_parts(&met, alarm, |vertex, _| cells.count[vertex as usize] = 0)?;
        }
        Some(true)
    }
}

impl Cells {
    /// Makes them the same as others. Half of them if the alarm rings: `None`.
    fn copy(&mut self, from: &Cells, alarm: &mut Alarm) -> Option<()> {
        fn copy<T: Copy>(to: &mut Vec<T>, from: &[T], alarm: &mut Alarm) -> Option<()> {
            to.clear();
            for part in from.chunks(CHUNK) {
                if alarm.after(part.len()) {
                    return None;
                }
                #[cfg(test)]
                touched(part.len());
                to.extend_from_slice(part);
            }
            Some(())
        }
        copy(&mut self.order, &from.order, alarm)?;
        copy(&mut self.place, &from.place, alarm)?;
        copy(&mut self.cell, &from.cell, alarm)?;
        copy(&mut self.size, &from.size, alarm)?;
        copy(&mut self.waits, &from.waits, alarm)?;
        copy(&mut self.count, &from.count, alarm)
    }

    /// Moves a vertex to a place, and the one that is there to where it was.
    fn move_to(&mut self, vertex: u32, place: u32) {
        let from = self.place[vertex as usize];
        let other = self.order[place as usize];
        self.order[from as usize] = other;
        self.place[other as usize] = from;
        self.order[place as usize] = vertex;
        self.place[vertex as usize] = place;
    }

    /// Makes the end of a cell, from this place on, a cell of its own.
    fn cut(&mut self, from: u32) {
        let cell = self.cell[self.order[from as usize] as usize];
        if from > cell {
            let end = cell + mem::replace(&mut self.size[cell as usize], from - cell);
            self.size[from as usize] = end - from;
            for &vertex in &self.order[from as usize..end as usize] {
                self.cell[vertex as usize] = from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::alone;
    use crate::count::meter::Lonely;
    use crate::problem::ids::{Color, Entry};
    use crate::random::SplitMix64;
    use crate::run::limits::Limits;
    use crate::run::settings::Settings;
    use crate::Problem;

    /// Options turned round in a circle, with colors that stay or turn with them; and perhaps one
    /// option that is not.
    fn circle(seed: u64) -> Problem {
        let mut random = SplitMix64::new(seed);
        let mut builder = Problem::builder();
        let turns = 2 + random.below(4);
        let kinds = 1 + random.below(3);
        let items = builder.primaries(turns * kinds);
        let painted = builder.secondaries(turns);
        for kind in 0..kinds {
            if random.below(4) == 0 {
                let low = random.below(2) as u32;
                for turn in 0..turns {
                    builder.multiplicity(items[kind * turns + turn], low..=low + 1);
                }
            }
        }
        for _ in 0..2 + random.below(4) {
            let first = random.below(turns * kinds);
            let mut places: Vec<usize> = (0..turns * kinds).collect();
            places.retain(|&place| place == first || random.below(3) == 0);
            let color = match random.below(3) {
                0 => None,
                _ => Some((random.below(turns), random.below(turns), random.below(2))),
            };
            for turn in 0..turns {
                let turned = |place: usize| place / turns * turns + (place + turn) % turns;
                let mut option: Vec<Entry> = Vec::new();
                option.extend(
                    places
                        .iter()
                        .map(|&place| Entry::from(items[turned(place)])),
                );
                if let Some((item, color, turns_too)) = color {
                    let color = (color + turns_too * turn) % turns;
                    let item = painted[(item + turn) % turns];
                    option.push(item.color(Color::new(color as u32)));
                }
                builder.option((), option);
            }
        }
        if random.below(4) == 0 {
            let item = items[random.below(items.len())];
            builder.option((), [item]);
        }
        builder.build().expect("a valid problem")
    }

    /// In how many solutions each option is, by enumeration.
    fn occurrences(problem: &Problem) -> Vec<usize> {
        let mut counts = vec![0; problem.option_count()];
        for solution in problem.search().solutions() {
            for option in solution.options() {
                counts[option.index()] += 1;
            }
        }
        counts
    }

    #[test]
    fn options_that_are_compared_with_each_other_are_told_to_the_alarm() {
        // No two of them are alike.
        let mut builder = Problem::builder();
        let first = builder.primary("first");
        let other = builder.primary("other");
        let bits = builder.secondaries(11);
        for number in 0..1 << bits.len() {
            let set = (0..bits.len()).filter(|bit| number >> bit & 1 == 1);
            let colored = set.map(|bit| bits[bit].color(Color::new(100 * bit as u32)));
            builder.option((), (first, colored));
        }
        for (k, &bit) in bits.iter().enumerate() {
            for color in 0..k as u32 + 2 {
                builder.option((), (other, bit.color(Color::new(color + 100 * k as u32))));
            }
        }
        let problem = builder.build().expect("a valid problem");
        let limits = Limits::none();
        let mut alarm = Alarm::new(&limits);
        let reduced = Reduced::new(&problem.matrix, &mut alarm).expect("nothing is forced");
        let mut symmetries = Symmetries::new(&reduced, MOST_STEPS, &mut alarm).expect("no limit");
        let before = alarm.done();
        let options: Vec<u32> = (0..1 << bits.len()).collect();
        let orbits = symmetries.orbits(&options, &mut alarm).expect("no limit");
        assert_eq!(orbits.len(), options.len());
        assert!(alarm.done() - before > 1 << 20, "{}", alarm.done() - before);
    }

    #[test]
    fn options_of_an_orbit_are_in_equally_many_solutions() {
        let (mut met, mut free) = (0, 0);
        for seed in 0..3000 {
            let problem = circle(seed);
            let limits = Limits::none();
            let mut alarm = Alarm::new(&limits);
            let reduced = match Reduced::new(&problem.matrix, &mut alarm) {
                Some(reduced) => reduced,
                None => continue,
            };
            let counts = occurrences(&problem);
            let count = |option: u32| counts[reduced.name(option).index()];
            let mut symmetries =
                Symmetries::new(&reduced, MOST_STEPS, &mut alarm).expect("no limit");
            for item in 0..reduced.primary as u32 {
                let options = (0..reduced.options() as u32).filter(|&option| {
                    let parts = reduced.option(option as usize);
                    parts.iter().any(|part| part.item == item)
                });
                let options: Vec<u32> = options.collect();
                let orbits = symmetries.orbits(&options, &mut alarm).expect("no limit");
                for orbit in &orbits {
                    let name = symmetries.last_name(orbit.option);
                    let mut theirs = options.clone();
                    theirs.retain(|&option| symmetries.last_name(option) == name);
                    assert_eq!(theirs.len(), orbit.size as usize, "seed {seed}");
                    for option in theirs {
                        assert_eq!(count(option), count(orbit.option), "seed {seed}");
                    }
                    met += usize::from(orbit.size > 1 && count(orbit.option) > 0);
                }
            }
            let mut nobody = Lonely::new(None);
            let mut meter = Meter::new(&limits, &mut nobody);
            let orbit = any_option(&reduced, 0, &mut meter).expect("no limit");
            free += usize::from(orbit.map_or(false, |orbit| count(orbit.option) > 0));
            let report = alone(&problem.matrix, &Settings::default(), 1);
            assert_eq!(
                report.answer,
                problem.search().count().answer,
                "seed {seed}"
            );
        }
        assert!(met > 1000 && free > 100, "{met} {free}");
    }
}
