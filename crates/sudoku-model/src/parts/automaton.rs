//! Digits along a sequence of cells, read by a finite automaton.
//!
//! A line of nine cells with a clue such as "the digits between 1 and 9 add up to 11" has a hundred
//! thousand fillings, and few states: what counts of the digits read so far is the sum, and whether
//! 1 or 9 has been seen.
//!
//! ```text
//! cells         r1c1     r1c2     r1c3
//! states    [ ] ----> [ ] ----> [ ] ----> [ ]     a set of states after each cell, and between
//!              `----> [ ] ----> [ ] ----'         them an arrow for each digit that may be read
//! ```

use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

use super::Pattern;
use crate::board::set::{are_same, elements, words};
use crate::board::Digits;

/// No state: the digit may not be read.
const NONE: u16 = u16::MAX;

/// The same while there may be many states.
const NOWHERE: u32 = u32::MAX;

/// More states after one cell are too many.
const MAX_STATES: usize = 10_000;

/// Numbers in a run that was split.
const RUN: usize = 256;

/// The automata that are [kept](Automaton::remembered) have so many numbers in all: 2.6 MB at most.
const MAX_KEPT: usize = 1_300_000;

/// A finite automaton that reads the digits of a sequence of cells.
///
/// It is as small as can be, whatever it was made from: two automata are equal if they accept the
/// same digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    digits: Digits,
    /// The least of them, and how many numbers there are from that to the greatest.
    least: u8,
    width: usize,
    /// What is done at each cell; `None` if there are too many states.
    steps: Option<Arc<[Step]>>,
}

/// For each state before a cell, and each number from the least digit to the greatest, the number
/// of the state after it, or `NONE`.
type Arrows = Vec<u16>;

/// What is done at a cell.
#[derive(Clone, Debug)]
struct Step {
    arrows: Arrows,
    /// The same arrows; none of them, if there are too many states.
    moves: Vec<Move>,
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.arrows == other.arrows
    }
}

impl Eq for Step {}

/// Arrows that a solver follows together: those of some digits from some states, which lead by the
/// same distance in the numbers of the states, as all with a digit do where states are sums, or to
/// the same state, as where a state is the largest digit so far. States have numbers in words of
/// 64.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// A bit for each digit, from the least.
    digits: u32,
    /// The states from which they lead, in the word `from`.
    states: u64,
    from: u8,
    into: u8,
    /// How far they lead, modulo 64; if they meet in a state, that in its word.
    turn: u8,
    meet: bool,
}

/// More states before or after a cell, and only arrows are looked at.
const MAX_MOVED: usize = 256;

/// The numbers of things, in the order of the things, in runs short enough to insert into.
struct Numbers(Vec<Vec<u32>>);

impl Numbers {
    /// The number of what `order` compares others with, `fresh` if it is not there yet.
    fn find(&mut self, fresh: u32, order: &dyn Fn(u32) -> Ordering) -> u32 {
        let is_before = |run: &Vec<u32>| order(run[0]) != Ordering::Greater;
        let run = self.0[1..].partition_point(is_before);
        let numbers = &mut self.0[run];
        let place = match numbers.binary_search_by(|&number| order(number)) {
            Ok(place) => return numbers[place],
            Err(place) => place,
        };
        numbers.insert(place, fresh);
        if numbers.len() == 2 * RUN {
            let rest = numbers.split_off(RUN);
            self.0.insert(run + 1, rest);
        }
        fresh
    }
}

/// The numbers of different rows of arrows, by a hash of them.
struct Kinds(Vec<u16>);

impl Kinds {
    fn with_room_for(rows: usize) -> Kinds {
        Kinds(vec![NONE; (2 * rows).next_power_of_two()])
    }

    /// The number of a row among those that are kept; a new one is added there.
    fn find(&mut self, row: &[u16], kept: &mut Arrows) -> u16 {
        let mix = |hash: u64, &to: &u16| (hash ^ u64::from(to)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = row.iter().fold(0, |hash, to| mix(hash, to).rotate_left(29));
        let mut place = hash as usize;
        loop {
            place %= self.0.len();
            let number = self.0[place];
            if number == NONE {
                let number = (kept.len() / row.len()) as u16;
                kept.extend_from_slice(row);
                self.0[place] = number;
                return number;
            }
            if kept[usize::from(number) * row.len()..][..row.len()] == *row {
                return number;
            }
            place += 1;
        }
    }
}

/// States by their numbers, 0 for the first.
trait States {
    /// The state that follows with a digit.
    #[cfg_attr(page, optimize(speed))]
    fn after(&mut self, number: u32, digit: u8) -> Option<u32>;
    fn accepts(&self, number: u32) -> bool;
}

/// The states that have been reached, and what is done with them.
struct Known<S, F, G> {
    states: Vec<S>,
    numbers: Numbers,
    step: F,
    accepts: G,
}

impl<S: Ord, F: Fn(&S, u8) -> Option<S>, G: Fn(&S) -> bool> States for Known<S, F, G> {
    #[cfg_attr(page, optimize(speed))]
    fn after(&mut self, number: u32, digit: u8) -> Option<u32> {
        let states = &mut self.states;
        let before = &states[number as usize];
        let after = (self.step)(before, digit)?;
        if after == *before {
            return Some(number);
        }
        let fresh = states.len() as u32;
        let order = |other: u32| states[other as usize].cmp(&after);
        let number = self.numbers.find(fresh, &order);
        if number == fresh {
            states.push(after);
        }
        Some(number)
    }

    fn accepts(&self, number: u32) -> bool {
        (self.accepts)(&self.states[number as usize])
    }
}

impl Step {
    /// How many numbers it takes.
    fn size(&self) -> usize {
        self.arrows.len() + core::mem::size_of::<Move>() / 2 * self.moves.len()
    }

    /// A step to one of `after` states, with arrows of that many numbers.
    fn new(arrows: Arrows, width: usize, after: usize) -> Step {
        let is_small = after.max(arrows.len() / width) <= MAX_MOVED;
        let ways: &[bool] = if is_small { &[true, false] } else { &[] };
        let ways = ways.iter();
        let ways = ways.map(|&meet| moves_of(&arrows, width, words(after), meet));
        let moves = ways.min_by_key(Vec::len).unwrap_or_default();
        Step { arrows, moves }
    }

    /// Adds the states that moves with some digits lead to.
    #[cfg_attr(page, optimize(speed))]
    fn lead(&self, here: &[u64], read: u32, next: &mut [u64]) {
        for it in self.moves.iter().filter(|it| it.digits & read != 0) {
            let some = here[usize::from(it.from)] & it.states;
            let some = if it.meet { u64::from(some != 0) } else { some };
            next[usize::from(it.into)] |= some.rotate_left(it.turn.into());
        }
    }

    /// Adds those of the states `before` from which moves with some digits lead to one of the
    /// states `here`; the digits that do.
    #[cfg_attr(page, optimize(speed))]
    fn lead_back(&self, before: &[u64], read: u32, here: &[u64], leading: &mut [u64]) -> u32 {
        let mut kept = 0;
        for it in self.moves.iter().filter(|it| it.digits & read != 0) {
            let ends = here[usize::from(it.into)].rotate_right(it.turn.into());
            let ends = if it.meet {
                (ends & 1).wrapping_neg()
            } else {
                ends
            };
            let from = usize::from(it.from);
            let leads = before[from] & it.states & ends;
            kept |= if leads != 0 { it.digits & read } else { 0 };
            leading[from] |= leads;
        }
        kept
    }

    /// All moves are looked at; of the arrows, those that can be followed from some states.
    fn prefers_moves(&self, states: &[u64], read: u32) -> bool {
        let count = || states.iter().map(|word| word.count_ones()).sum::<u32>();
        !self.moves.is_empty() && self.moves.len() < 2 * (count() * read.count_ones()) as usize
    }
}

/// Arrows into so many words of states as moves, those together that `meet`, or that do not.
fn moves_of(arrows: &[u16], width: usize, into: usize, meet: bool) -> Vec<Move> {
    let states = arrows.len() / width;
    // For each way that moves may go, and each digit, the states from which it leads.
    let mut leading = vec![0_u64; words(states) * into * 64 * width];
    for (state, arrows) in arrows.chunks_exact(width).enumerate() {
        for (place, to) in arrows.iter().enumerate().filter(|arrow| *arrow.1 != NONE) {
            let to = usize::from(*to);
            let turn = if meet { to } else { to.wrapping_sub(state) };
            let way = (state / 64 * into + to / 64) * 64 + turn % 64;
            leading[way * width + place] |= 1 << (state % 64);
        }
    }
    let mut moves = Vec::new();
    for (way, leading) in leading.chunks_exact_mut(width).enumerate() {
        for first in 0..width {
            let states = leading[first];
            if states != 0 {
                let mut digits = 0;
                for (place, others) in leading.iter_mut().enumerate().skip(first) {
                    if *others == states {
                        (digits, *others) = (digits | 1 << place, 0);
                    }
                }
                let words = way / 64;
                moves.push(Move {
                    digits,
                    states,
                    from: (words / into) as u8,
                    into: (words % into) as u8,
                    turn: (way % 64) as u8,
                    meet,
                });
            }
        }
    }
    moves
}

impl Automaton {
    /// The automaton that begins in `start`, reads `length` of the digits, each by `step`, which
    /// says what follows, and accepts what ends where `accepts` says so.
    ///
    /// ```
    /// use sudoku_model::{Automaton, Digits};
    ///
    /// // Three digits that add up to 7: the state is the sum so far.
    /// let add = |&sum: &u8, digit| Some(sum + digit);
    /// let seven = Automaton::new(Digits::up_to(9), 3, 0, add, |&sum| sum == 7);
    /// assert!(seven.accepts(&[1, 5, 1]) && !seven.accepts(&[1, 5, 2]));
    /// // The same, said in another way: what is still missing.
    /// let take = |&rest: &u8, digit| rest.checked_sub(digit);
    /// let rest = Automaton::new(Digits::up_to(9), 3, 7, take, |&rest| rest == 0);
    /// assert_eq!(rest, seven);
    /// ```
    ///
    /// # Complexity
    /// A call of `step` for each digit and each state that can be reached, and a look at what it
    /// said for each cell. No more than 10,000 states may be there after one cell: with more of
    /// them, a rule with this automaton is refused.
    #[must_use]
    pub fn new<S: Ord>(
        digits: Digits,
        length: usize,
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Automaton {
        // Only `Known` is compiled for each kind of states.
        let mut known = Known {
            states: vec![start],
            numbers: Numbers(vec![vec![0]]),
            step,
            accepts,
        };
        Automaton::none(digits).of_states(length, &mut known)
    }

    /// The automaton of a rule of this name with these numbers, on which it depends beside the
    /// digits and how many it reads. They are kept, until they are too many: a puzzle has mostly
    /// rules of few kinds, and a page builds it anew at each stroke of a key.
    pub(crate) fn remembered(
        digits: Digits,
        length: usize,
        (rule, numbers): (&'static str, &[u32]),
        make: Box<dyn FnOnce() -> Automaton + '_>,
    ) -> Automaton {
        type Key = (&'static str, Vec<u32>, Digits, usize);
        /// In the order of their keys, and how many numbers they have.
        type Kept = (Vec<(Key, Automaton)>, usize);
        thread_local! {
            static KEPT: RefCell<Kept> = const { RefCell::new((Vec::new(), 0)) };
        }
        let find = |kept: &Kept| {
            let key = (rule, numbers, digits, length);
            let known = |known: &Key| (known.0, &known.1[..], known.2, known.3).cmp(&key);
            kept.0.binary_search_by(|kept| known(&kept.0))
        };
        KEPT.with(|kept| {
            let found = find(&kept.borrow());
            if let Ok(place) = found {
                return kept.borrow().0[place].1.clone();
            }
            // Nothing is borrowed meanwhile: it may be made from others.
            let automaton = make();
            let sizes = automaton.steps().iter().map(Step::size);
            let size = sizes.sum::<usize>() + numbers.len();
            let kept = &mut *kept.borrow_mut();
            if kept.1 + size > MAX_KEPT {
                *kept = Kept::default();
            }
            if size <= MAX_KEPT {
                if let Err(place) = find(kept) {
                    let key = (rule, numbers.into(), digits, length);
                    kept.0.insert(place, (key, automaton.clone()));
                    kept.1 += size;
                }
            }
            automaton
        })
    }

    fn of_states(self, length: usize, states: &mut dyn States) -> Automaton {
        // Forward: all states that can be reached, with numbers as they come, and those that can be
        // reached after each cell.
        let Automaton { least, width, .. } = self;
        let mut count = 1;
        let mut arrows: Vec<u32> = Vec::new();
        let mut layers: Vec<Vec<u32>> = vec![vec![0]];
        let mut is_next = Vec::new();
        for cell in 0..length {
            let (first, end) = ((arrows.len() / width) as u32, count);
            for number in first..end {
                for place in 0..width {
                    let digit = least + place as u8;
                    let after = Some(digit).filter(|&digit| self.digits.has(digit));
                    let after = after.and_then(|digit| states.after(number, digit));
                    arrows.push(after.unwrap_or(NOWHERE));
                    count = after.map_or(count, |after| count.max(after + 1));
                }
            }
            let mut next = Vec::new();
            is_next.clear();
            is_next.resize(count as usize, false);
            for &number in &layers[cell] {
                for &after in &arrows[number as usize * width..][..width] {
                    match is_next.get_mut(after as usize) {
                        Some(known) if !*known => {
                            *known = true;
                            next.push(after);
                        }
                        _ => {}
                    }
                }
            }
            if next.len() > MAX_STATES {
                return self;
            }
            layers.push(next);
        }
        // Backward: those that accept the same endings become one, and those that accept none go.
        let (mut names, mut new_names) = (vec![NONE; count as usize], Vec::new());
        for &end in &layers[length] {
            if states.accepts(end) {
                names[end as usize] = 0;
            }
        }
        let mut steps: Vec<Arrows> = Vec::with_capacity(length);
        let mut row: Vec<u16> = vec![NONE; width];
        for layer in layers[..length].iter().rev() {
            let mut kept = Arrows::new();
            let mut kinds = Kinds::with_room_for(layer.len());
            new_names.clear();
            for &number in layer {
                let mut any = false;
                for (name, &after) in row.iter_mut().zip(&arrows[number as usize * width..]) {
                    *name = names.get(after as usize).copied().unwrap_or(NONE);
                    any |= *name != NONE;
                }
                new_names.push(if any {
                    kinds.find(&row, &mut kept)
                } else {
                    NONE
                });
            }
            for (&number, &name) in layer.iter().zip(&new_names) {
                names[number as usize] = name;
            }
            steps.push(kept);
        }
        steps.reverse();
        // Forward again: only what can still be reached, numbered as it comes. Those that accept
        // the same endings are one: in the end there is one.
        let start = names[0];
        let mut states: Vec<u16> = (start != NONE).then_some(start).into_iter().collect();
        let (mut next, mut numbers) = (Vec::new(), Vec::new());
        let mut numbered = Vec::with_capacity(length);
        for cell in 0..length {
            let most = steps.get(cell + 1).map_or(1, |step| step.len() / width);
            numbers.clear();
            numbers.resize(most, NONE);
            next.clear();
            let old = &steps[cell];
            let mut arrows = Arrows::with_capacity(states.len() * width);
            for &state in &states {
                let old = &old[usize::from(state) * width..][..width];
                arrows.extend(old.iter().map(|&to| {
                    if to == NONE {
                        return NONE;
                    }
                    let number = &mut numbers[usize::from(to)];
                    if *number == NONE {
                        *number = next.len() as u16;
                        next.push(to);
                    }
                    *number
                }));
            }
            numbered.push(Step::new(arrows, width, next.len()));
            core::mem::swap(&mut states, &mut next);
        }
        let steps = Some(numbered.into());
        Automaton { steps, ..self }
    }

    /// The automaton of all digits that match a pattern.
    ///
    /// ```
    /// use sudoku_model::{Automaton, Digits};
    ///
    /// let digits = Digits::up_to(4);
    /// let rising = Automaton::of_pattern(digits, 2, &"1[2-4]|2[34]|34".parse()?);
    /// let step = |&last: &u8, digit| (digit > last).then_some(digit);
    /// assert_eq!(rising, Automaton::new(digits, 2, 0, step, |_| true));
    /// # Ok::<(), sudoku_model::PatternError>(())
    /// ```
    #[must_use]
    pub fn of_pattern(digits: Digits, length: usize, pattern: &Pattern) -> Automaton {
        pattern.automaton(digits, length)
    }

    /// In place of an automaton that is refused.
    pub(crate) fn none(digits: Digits) -> Automaton {
        let (least, most) = (digits.min().unwrap_or(1), digits.max().unwrap_or(1));
        Automaton {
            digits,
            least,
            width: usize::from(most - least) + 1,
            steps: None,
        }
    }

    /// The automaton of digits that add up to a total, each multiplied by its factor: a state is
    /// what is left of the total, as far as the rest can have that.
    pub(crate) fn of_sum(digits: Digits, factors: &[i32], total: i64) -> Automaton {
        // The least and the most that the digits from each on can add.
        let ends = [digits.min(), digits.max()].map(|digit| digit.map_or(0, i64::from));
        let mut rests = vec![(0, 0)];
        for &factor in factors.iter().rev() {
            let (least, most) = rests[rests.len() - 1];
            let [one, other] = ends.map(|end| i64::from(factor) * end);
            rests.push((least + one.min(other), most + one.max(other)));
        }
        rests.reverse();
        let read = |&(count, left): &(usize, i64), digit| {
            let left = left - i64::from(factors[count]) * i64::from(digit);
            let (least, most) = rests[count + 1];
            (least..=most).contains(&left).then_some((count + 1, left))
        };
        let end = |&(_, left): &(usize, i64)| left == 0;
        Automaton::new(digits, factors.len(), (0, total), read, end)
    }

    /// The digits of the board that it is for.
    #[must_use]
    pub fn digits(&self) -> Digits {
        self.digits
    }

    /// How many digits it reads; `None` if it has too many states.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.steps.as_ref().map(|steps| steps.len())
    }

    /// Whether these digits are accepted.
    #[must_use]
    pub fn accepts(&self, digits: &[u8]) -> bool {
        let all = self.digits;
        let mut steps = self.steps().iter().zip(digits);
        let end = steps.try_fold(0, |state, (step, &digit)| {
            let valid = Some(digit).filter(|&digit| all.has(digit));
            self.after(step, state, valid?)
        });
        end.is_some() && self.length() == Some(digits.len())
    }

    fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or(&[])
    }

    /// The number of states before a cell, or after the last one.
    #[cfg_attr(page, optimize(speed))]
    pub(crate) fn states(&self, cell: usize) -> usize {
        // Those that accept the same endings are one: in the end there is one.
        let step = self.steps().get(cell);
        step.map_or(1, |step| step.arrows.len() / self.width)
    }

    /// The state after a cell that is reached with a digit from a state before it.
    #[cfg_attr(page, optimize(speed))]
    pub(crate) fn next(&self, cell: usize, before: usize, digit: u8) -> Option<usize> {
        self.after(self.steps().get(cell)?, before, digit)
    }

    /// How many arrows there are.
    pub(crate) fn size(&self) -> usize {
        let arrows = self.steps().iter().flat_map(|step| &step.arrows);
        arrows.filter(|&&to| to != NONE).count()
    }

    /// The arrows of each cell: the state before it, the digit, and the state after it.
    pub(crate) fn arrows(&self) -> impl Iterator<Item = Vec<(usize, u8, usize)>> + '_ {
        self.steps().iter().map(move |step| {
            let states = 0..step.arrows.len() / self.width;
            let digits = self.digits.digits();
            let pairs = states.flat_map(|state| digits.clone().map(move |digit| (state, digit)));
            let arrow = |(before, digit)| Some((before, digit, self.after(step, before, digit)?));
            pairs.filter_map(arrow).collect()
        })
    }

    /// The same with a state more before and after each cell, which all that is not accepted leads
    /// to. In the end the state is 1 for what is accepted, and 2 for the rest.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = Vec<(usize, u8, usize)>> + '_ {
        let counts = (0..self.steps().len()).map(|cell| self.states(cell));
        let counts: Vec<usize> = counts.collect();
        self.steps().iter().enumerate().map(move |(k, step)| {
            let is_last = k + 1 == counts.len();
            let dead = if is_last { 2 } else { counts[k + 1] };
            let states = 0..=if k == 0 { 0 } else { counts[k] };
            let digits = self.digits.digits();
            let pairs = states.flat_map(|state| digits.clone().map(move |digit| (state, digit)));
            let arrow = |(before, digit)| {
                let after = self.after(step, before, digit);
                let after = after.map(|after| if is_last { 1 } else { after });
                (before, digit, after.unwrap_or(dead))
            };
            pairs.map(arrow).collect()
        })
    }

    /// The state after a cell.
    #[inline]
    #[cfg_attr(page, optimize(speed))]
    fn after(&self, step: &Step, before: usize, digit: u8) -> Option<usize> {
        let arrow = before * self.width + usize::from(digit - self.least);
        let after = step.arrows.get(arrow).copied();
        after.filter(|&after| after != NONE).map(usize::from)
    }

    /// Leaves of the candidates of its cells those that some accepted digits have; none at all if
    /// there are no such digits.
    ///
    /// # Complexity
    /// Two looks at each arrow whose digit is a candidate and whose state can be reached.
    #[cfg_attr(page, optimize(speed))]
    pub(crate) fn filter(&self, candidates: &mut [Digits]) {
        let states = (0..candidates.len()).map(|cell| self.states(cell));
        match words(states.max().unwrap_or(0)) {
            0..=1 => self.run::<1>(candidates),
            2..=4 => self.run::<4>(candidates),
            5..=16 => self.run::<16>(candidates),
            _ => self.run::<{ words(MAX_STATES) }>(candidates),
        }
    }

    /// With `W` words for a set of states.
    // Not inlined: otherwise every call would touch the large stack frame of the largest one.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn run<const W: usize>(&self, candidates: &mut [Digits]) {
        // For an arrow, the word of the state after it, and its bit there; no bit if there is none.
        let after = |to: u16| match W {
            1 => (0, 1_u64.checked_shl(to.into()).unwrap_or(0)),
            _ if to == NONE => (0, 0),
            _ => (usize::from(to / 64), 1 << (to % 64)),
        };
        // As many states as there are before a cell.
        let all = |cell: usize| {
            let (mut most, count) = ([0; W], self.states(cell));
            let (full, rest) = (count / 64, count % 64);
            most[..full].fill(!0);
            if rest > 0 {
                most[full] = (1 << rest) - 1;
            }
            most
        };
        // Forward: the states before each cell that can be reached. Where nothing is accepted there
        // is not even one to begin with.
        let mut here = [0; W];
        here[0] = u64::from(self.states(0) > 0);
        let mut reached: SmallVec<[[u64; W]; 16]> = SmallVec::new();
        for (cell, (step, digits)) in self.steps().iter().zip(&*candidates).enumerate() {
            reached.push(here);
            let read = (*digits & self.digits).bits() >> self.least;
            let mut next = [0; W];
            if step.prefers_moves(&here, read) {
                step.lead(&here, read, &mut next);
            } else {
                let most = all(cell + 1);
                for state in elements(&here) {
                    let arrows = &step.arrows[state * self.width..][..self.width];
                    let mut left = read;
                    while left != 0 {
                        let (word, bit) = after(arrows[left.trailing_zeros() as usize]);
                        next[word] |= bit;
                        left &= left - 1;
                    }
                    // From the others there is nothing new.
                    if are_same(&next, &most) {
                        break;
                    }
                }
            }
            here = next;
        }
        // Backward: those of them that lead to the end, and the digits that do.
        let cells = self.steps().iter().zip(candidates);
        for ((step, digits), before) in cells.zip(&reached).rev() {
            let read = (*digits & self.digits).bits() >> self.least;
            let (mut kept, mut leading) = (0, [0; W]);
            if step.prefers_moves(before, read) {
                kept = step.lead_back(before, read, &here, &mut leading);
            } else {
                for state in elements(before) {
                    let arrows = &step.arrows[state * self.width..][..self.width];
                    let (mut left, mut leads) = (read, false);
                    while left != 0 {
                        let (word, bit) = after(arrows[left.trailing_zeros() as usize]);
                        if here[word] & bit != 0 {
                            kept |= left & left.wrapping_neg();
                            leads = true;
                            // All else that it could show is known.
                            if kept == read {
                                break;
                            }
                        }
                        left &= left - 1;
                    }
                    leading[state / 64] |= u64::from(leads) << (state % 64);
                }
            }
            *digits = Digits::from_bits_truncate(kept << self.least);
            here = leading;
        }
    }
}
