//! Guesses: the tree on top of the filters.

use super::board::{is_decided, Mask};
use super::propagate::{DeadEnd, Propagator};
use super::ranked::Rank;
use super::region::{Cells, Constraint, Region};
use super::rule45;
use crate::board::set::insert;
use crate::board::Digits;
use crate::model::Model;
use crate::parts::area::MAX_CELLS;
use crate::parts::Part;
use crate::solve::Settings;
use exactcover::{Limits, Outcome, Stats, Strategy};

/// What a cage or a sum adds to the weights of its cells together. Much against the 2 or 3 of a
/// failure, so that the first guesses go where the sums meet, and one failure does not change it.
const REGION_WEIGHT: f64 = 24.0;

/// The same on boards with rules of variants, where sums are a part of what there is, and what a
/// cell has there before.
const VARIANT_REGION_WEIGHT: f64 = 8.0;
const VARIANT_CELL_WEIGHT: f64 = 2.0;

/// What a cell gains, on boards with rules of variants, if it was the last to be decided when a
/// contradiction showed. Digits decided one after the other lead to most of them, far from the
/// guess and from the cell that has nothing left.
const BLAME: f64 = 2.0;

/// What a cell without candidates gains on boards with sums, in place of 1. A sum that cannot be
/// says more of the cause than a cell, and is to count for more.
const SUM_CELL_SHARE: f64 = 0.5;

/// What of the contradictions that a digit has led to counts for the cells that may hold it.
const DIGIT_SHARE: f64 = 0.2;

/// On boards with rules of variants, what has been learned fades after so many contradictions: half
/// of the weights goes, and three quarters of what the digits have led to.
const FADE_TIME: u64 = 300;
const FADE: f64 = 0.5;
const DIGIT_FADE: f64 = 0.25;

/// There, the part of the best cell's worth that two places of a digit must have.
const PLACE_SHARE: f64 = 0.6;

/// The regions of the rule of 45 over several houses, of at most so many cells, are made when so
/// many guesses have not been enough: most killers never need them, and those that do rarely need
/// the larger ones, which say less and cost more.
const STEPS: [Step; 2] = [(15, MAX_CELLS), (500, 10)];

/// Guesses, and the most cells.
pub(super) type Step = (u64, usize);

/// With rules of variants they are made before the first guess.
const VARIANT_STEPS: [Step; 1] = [(0, MAX_CELLS)];

/// The inverses of the numbers of candidates: a multiplication is faster than a division.
const SHARES: [f64; 32] = {
    let mut shares = [1.0; 32];
    let mut count = 1;
    while count < 32 {
        shares[count] = 1.0 / count as f64;
        count += 1;
    }
    shares
};

/// A guess, and how to go on when it has turned out wrong or is done with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Guess {
    cell: usize,
    digit: Mask,
    /// The other place of the digit in a house, if the guess was between two places.
    other: Option<usize>,
    /// Whether nothing is left to try afterwards.
    last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Start,
    Descend,
    /// At a level that was opened for it.
    Attempt(Guess),
    Advance,
    Done(Outcome),
}

/// A search that can be paused at each solution.
#[derive(Debug)]
pub(super) struct CandidateSearch<'m> {
    model: &'m Model,
    limits: Limits,
    pub(super) stats: Stats,
    propagator: Propagator,
    phase: Phase,
    /// The candidates before the first guess.
    root: Vec<Mask>,
    /// One for each level.
    guesses: Vec<Guess>,
    /// Per level, the candidates before its guess, less what was refuted since.
    saved: Vec<Mask>,
    /// Per level, the set of the cells that were open before its guess.
    open: Vec<u64>,
    /// Per level, the set of the cells where something was refuted.
    refuted: Vec<u64>,
    /// Solutions from before a restart, that will be found again.
    seen: Vec<Vec<Mask>>,
    /// Which regions are still to be made, and when.
    pub(super) steps: &'static [Step],
    /// The most cells of those that have been made.
    made: usize,
    /// Per cell, its place in the order of preference among equals.
    places: Vec<u32>,
    weights: Vec<f64>,
    learns: bool,
    has_totals: bool,
    contradictions: u64,
    /// How often each digit has led to a contradiction, if the model has rules of variants. These
    /// make some digits harder to place than others, as the ends of thermometers.
    blamed: Option<Vec<f64>>,
    /// Cells of which one has a digit, by rules, and what their weights are multiplied by.
    starts: Vec<(Mask, Cells, f64)>,
}

impl<'m> CandidateSearch<'m> {
    pub(super) fn new(model: &'m Model, settings: &Settings) -> Self {
        let (digits, cell_count) = (model.shape().digits(), model.shape().cell_count());
        let mut order: Vec<u32> = (0..cell_count as u32).collect();
        settings.ties.arrange(&mut order);
        let mut places = vec![0; cell_count];
        for (place, cell) in (0..).zip(order) {
            places[cell as usize] = place;
        }
        let propagator = Propagator::new(model, &settings.limits);
        let is_variant = model.parts().iter().any(is_variant);
        let cell_weight = if is_variant { VARIANT_CELL_WEIGHT } else { 1.0 };
        let mut weights = vec![cell_weight; cell_count];
        weigh(&mut weights, &propagator.regions, is_variant);
        let starts = starts(&propagator.regions);
        // Totals of different digits as large as a house say nothing about parts of houses.
        let has_totals = (model.parts().iter()).any(|part| match part.total() {
            Some((cells, _)) => part.different().is_none() || cells.len() < digits.len(),
            None => false,
        });
        let steps: &[Step] = if !has_totals {
            &[]
        } else if is_variant {
            &VARIANT_STEPS
        } else {
            &STEPS
        };
        CandidateSearch {
            model,
            limits: settings.limits.clone(),
            stats: Stats::default(),
            propagator,
            phase: Phase::Start,
            root: Vec::new(),
            guesses: Vec::new(),
            saved: Vec::new(),
            open: Vec::new(),
            refuted: Vec::new(),
            seen: Vec::new(),
            steps,
            made: 0,
            places,
            weights,
            contradictions: 0,
            learns: settings.strategy != Some(Strategy::Mrv),
            has_totals,
            starts,
            blamed: is_variant.then(|| vec![0.0; Digits::MAX as usize + 1]),
        }
    }

    /// At a solution: its digits in row order.
    pub(super) fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        let masks = self.propagator.state.masks.iter();
        masks.map(|mask| mask.trailing_zeros() as u8)
    }

    /// Lets it choose as with rules of variants, where there are none.
    pub(super) fn choose_as_with_variants(&mut self) {
        self.blamed = Some(vec![0.0; Digits::MAX as usize + 1]);
        self.weights.fill(VARIANT_CELL_WEIGHT);
    }

    pub(super) fn model(&self) -> &'m Model {
        self.model
    }

    /// Lets a search go on that has reached a limit, counting from 0 again.
    pub(super) fn extend(&mut self, limits: &Limits) {
        if let Phase::Done(Outcome::LimitReached(_)) = self.phase {
            // It was reached by a solution.
            self.phase = Phase::Advance;
        }
        self.limits = limits.clone();
        self.propagator.limits = limits.clone();
        self.propagator.runs = 0;
        self.stats = Stats::default();
    }

    /// Goes on to the next solution, or the end: how that came.
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn resume(&mut self) -> Option<Outcome> {
        loop {
            self.phase = match self.phase {
                Phase::Done(outcome) => return Some(outcome),
                Phase::Start => match self.limits.reached(&self.stats) {
                    Some(limit) => return Some(Outcome::LimitReached(limit)),
                    None => self.start(),
                },
                Phase::Descend => match self.choose() {
                    Some(guess) => {
                        // A level keeps what was there before its guess.
                        let state = &self.propagator.state;
                        self.saved.extend_from_slice(&state.masks);
                        self.open.extend_from_slice(&state.open);
                        let refuted = self.refuted.len() + self.propagator.board.words;
                        self.refuted.resize(refuted, 0);
                        Phase::Attempt(guess)
                    }
                    None => {
                        // No open cell is left: a solution, unless it was shown before a restart.
                        self.phase = Phase::Advance;
                        if self.is_new_solution() {
                            self.stats.solutions += 1;
                            if let Some(limit) = self.limits.reached(&self.stats) {
                                self.phase = Phase::Done(Outcome::LimitReached(limit));
                            }
                            return None;
                        }
                        Phase::Advance
                    }
                },
                Phase::Attempt(guess) => match self.steps {
                    // It is a hard one: more regions, and from the root again.
                    [(nodes, most), later @ ..] if self.stats.nodes >= *nodes => {
                        self.steps = later;
                        self.restart(*most)
                    }
                    _ => match self.limits.reached(&self.stats) {
                        Some(limit) => return Some(Outcome::LimitReached(limit)),
                        None => self.attempt(guess),
                    },
                },
                Phase::Advance => self.advance(),
            };
            self.stats.updates = self.propagator.runs;
            if let Some(limit) = self.propagator.late {
                self.phase = Phase::Done(Outcome::LimitReached(limit));
            }
        }
    }

    fn start(&mut self) -> Phase {
        if self.propagator.run().is_err() {
            return Phase::Done(Outcome::Exhausted);
        }
        self.root = self.propagator.state.masks.clone();
        Phase::Descend
    }

    fn is_new_solution(&mut self) -> bool {
        let masks = &self.propagator.state.masks;
        let is_new = !self.seen.contains(masks);
        if is_new && !self.steps.is_empty() {
            self.seen.push(masks.clone());
            // Where grids are many, to find them again costs more than larger sums gain.
            if self.made > 0 && self.seen.len() > 1 {
                self.steps = &[];
            }
        }
        is_new
    }

    /// Makes a guess at the level that was opened for it.
    #[cfg_attr(page, optimize(speed))]
    fn attempt(&mut self, guess: Guess) -> Phase {
        self.guesses.push(guess);
        self.stats.nodes += 1;
        self.stats.max_depth = self.stats.max_depth.max(self.guesses.len());
        self.load();
        self.propagator.state.set(guess.cell, guess.digit);
        self.propagate(Some(guess.cell))
    }

    /// Draws the consequences of a guess, or of one that was refuted.
    #[cfg_attr(page, optimize(speed))]
    fn propagate(&mut self, guessed: Option<usize>) -> Phase {
        match self.propagator.run() {
            Ok(()) => Phase::Descend,
            Err(failure) => {
                self.learn(failure, guessed);
                Phase::Advance
            }
        }
    }

    /// Takes the candidates of the last level.
    #[cfg_attr(page, optimize(speed))]
    fn load(&mut self) {
        let (cells, words) = (self.root.len(), self.propagator.board.words);
        let masks = &self.saved[self.saved.len() - cells..];
        let refuted = &self.refuted[self.refuted.len() - words..];
        let open = &self.open[self.open.len() - words..];
        self.propagator.load(masks, open, refuted);
    }

    fn close_level(&mut self) {
        self.saved.truncate(self.saved.len() - self.root.len());
        let sets = self.refuted.len() - self.propagator.board.words;
        self.refuted.truncate(sets);
        self.open.truncate(sets);
    }

    /// Goes on after the last guess.
    #[cfg_attr(page, optimize(speed))]
    fn advance(&mut self) -> Phase {
        let guess = match self.guesses.pop() {
            None => return Phase::Done(Outcome::Exhausted),
            Some(guess) => guess,
        };
        if guess.last {
            self.close_level();
            return Phase::Advance;
        }
        // The digit is refuted at this level, whatever is guessed there next.
        let level = self.saved.len() - self.root.len();
        let left = self.saved[level + guess.cell] & !guess.digit;
        self.saved[level + guess.cell] = left;
        let words = self.refuted.len() - self.propagator.board.words;
        insert(&mut self.refuted[words..], guess.cell);
        self.load();
        if is_decided(left) {
            // The consequences are drawn before there is another guess.
            self.close_level();
            return self.propagate(None);
        }
        let next = match guess.other {
            Some(cell) if self.blamed.is_some() => {
                // The digit has no other place: no guess.
                self.propagator.state.set(cell, guess.digit);
                self.close_level();
                return self.propagate(Some(cell));
            }
            // The other of two places, after which nothing is left here.
            Some(cell) => Some(Guess {
                cell,
                other: None,
                last: true,
                ..guess
            }),
            None => self.choose(),
        };
        Phase::Attempt(next.expect("the refuted cell is open"))
    }

    /// Starts again from the root with the regions of more cells, up to `most`, and with the
    /// weights learned so far.
    fn restart(&mut self, most: usize) -> Phase {
        let counts = self.made + 1..=most;
        self.made = most;
        self.guesses.clear();
        self.saved.clear();
        self.refuted.clear();
        self.open.clear();
        let more = match rule45::derived(self.model, &self.propagator.board, counts) {
            Some(more) => more,
            None => return Phase::Done(Outcome::Exhausted),
        };
        weigh(&mut self.weights, &more, self.blamed.is_some());
        self.propagator.state.masks.copy_from_slice(&self.root);
        self.propagator.state.open_all();
        self.propagator.add(more);
        self.start()
    }

    /// Makes the cells heavier that a contradiction has to do with.
    #[cfg_attr(page, optimize(speed))]
    fn learn(&mut self, failure: DeadEnd, guessed: Option<usize>) {
        if !self.learns {
            return;
        }
        // On boards with rules of variants, where a contradiction shows says less of its cause.
        let part = if self.blamed.is_some() { 0.5 } else { 1.0 };
        match failure {
            DeadEnd::Cell(cell) if self.has_totals => self.weights[cell] += SUM_CELL_SHARE,
            DeadEnd::Cell(cell) => self.weights[cell] += part,
            DeadEnd::Region(region) => {
                let cells = &self.propagator.regions[region].cells;
                let share = 2.0 * part / cells.len() as f64;
                for &cell in cells {
                    self.weights[usize::from(cell)] += share;
                }
            }
        }
        // A guess that fails at once is one to make early.
        if let Some(cell) = guessed {
            self.weights[cell] += 1.0;
        }
        if let (Some(blamed), Some((cell, digit))) =
            (&mut self.blamed, self.propagator.decided_last)
        {
            self.weights[cell] += BLAME;
            blamed[digit.trailing_zeros() as usize] += 1.0;
            self.contradictions += 1;
            if self.contradictions % FADE_TIME == 0 {
                self.weights.iter_mut().for_each(|weight| *weight *= FADE);
                blamed.iter_mut().for_each(|count| *count *= DIGIT_FADE);
            }
        }
    }

    /// The digit that has led to most contradictions, if it stands out, and their number, of those
    /// of each digit.
    fn worst_digit(&self, counts: &[f64]) -> (Mask, f64) {
        let some = counts.iter().copied().filter(|&count| count > 0.0);
        let least = some.fold(f64::MAX, f64::min);
        let (mut worst, mut most) = (0, 0.0);
        for (k, &count) in counts.iter().enumerate() {
            if count > most {
                (worst, most) = (1 << k, count);
            }
        }
        if most < self.propagator.board.digits.len() as f64 || most <= 1.5 * least {
            return (0, 0.0);
        }
        (worst, most)
    }

    /// The next guess, or none if all cells are decided: the largest digit (or the one that has led
    /// to most contradictions) of the cell with the greatest weight a candidate, or a digit with
    /// two places in a house if that is better.
    #[cfg_attr(page, optimize(speed))]
    fn choose(&self) -> Option<Guess> {
        let masks = &self.propagator.state.masks;
        let mut best = None;
        let (mut most, mut size) = (0.0, 0);
        let blamed = self.blamed.as_deref();
        let (worst, times) = blamed.map_or((0, 0.0), |counts| self.worst_digit(counts));
        for (k, &open) in self.propagator.state.open.iter().enumerate() {
            let mut left = open;
            while left != 0 {
                let cell = k * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let mask = masks[cell];
                let mut weight = self.weights[cell];
                if mask & worst != 0 {
                    weight += DIGIT_SHARE * times;
                }
                // With two candidates it has most; to count them takes longer than all else.
                if weight * SHARES[2] < most {
                    continue;
                }
                let count = mask.count_ones();
                let score = weight * SHARES[count as usize % 32];
                let is_first = |best: usize| self.places[cell] < self.places[best];
                if score > most || score == most && best.map_or(true, is_first) {
                    most = score;
                    size = count;
                    best = Some(cell);
                }
            }
        }
        let cell = best?;
        if size > 2 {
            // Places have nothing of what counts for the digits of a cell.
            let mut least = match self.blamed {
                Some(_) => PLACE_SHARE * self.weights[cell] * SHARES[size as usize % 32],
                None => most,
            };
            let start = self.choose_start(&mut least);
            if let Some(guess) = self.choose_place(least).or(start) {
                return Some(guess);
            }
        }
        Some(Guess {
            cell,
            digit: match masks[cell] & worst {
                0 => 1 << (31 - masks[cell].leading_zeros()),
                worst => worst,
            },
            other: None,
            last: false,
        })
    }

    /// A place of a digit that some rule asks for, if it is worth `least` at least.
    #[cfg_attr(page, optimize(speed))]
    fn choose_start(&self, least: &mut f64) -> Option<Guess> {
        let mut best = None;
        for (digit, cells, factor) in &self.starts {
            let (mut count, mut heaviest, mut most) = (0, 0, 0.0);
            for cell in cells.iter().map(|&cell| usize::from(cell)) {
                if self.propagator.state.masks[cell] & digit != 0 {
                    count += 1;
                    if self.weights[cell] > most {
                        (heaviest, most) = (cell, self.weights[cell]);
                    }
                }
            }
            let score = factor * most * SHARES[count % 32];
            if count > 1 && score >= *least {
                *least = score;
                best = Some(Guess {
                    cell: heaviest,
                    digit: *digit,
                    other: None,
                    last: false,
                });
            }
        }
        best
    }

    /// A digit with two places in a house, if its heavier place is worth `least` at least.
    #[cfg_attr(page, optimize(speed))]
    fn choose_place(&self, mut least: f64) -> Option<Guess> {
        let masks = &self.propagator.state.masks;
        let mut best = None;
        for house in self.propagator.board.houses() {
            let (mut once, mut twice, mut more, mut heavy) = (0, 0, 0, 0);
            // The digits in one, two and three cells at least, and in a cell that is heavy enough.
            for &cell in house {
                let mask = masks[usize::from(cell)];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
                if self.weights[usize::from(cell)] / 2.0 >= least {
                    heavy |= mask;
                }
            }
            let pairs = twice & !more & heavy;
            if pairs == 0 {
                continue;
            }
            // The greatest digit of the heaviest cells.
            let mut digits = 0;
            for &cell in house {
                let found = masks[usize::from(cell)] & pairs;
                let weight = self.weights[usize::from(cell)] / 2.0;
                if found != 0 && weight > least {
                    least = weight;
                    digits = found;
                } else if found != 0 && weight == least {
                    digits |= found;
                }
            }
            let digit = 1 << (31 - digits.leading_zeros());
            let mut places = house.iter().map(|&cell| usize::from(cell));
            let mut place = || places.find(|&cell| masks[cell] & digit != 0);
            if let (Some(a), Some(b)) = (place(), place()) {
                let heavier = self.weights[b] >= self.weights[a];
                let (cell, other) = if heavier { (b, a) } else { (a, b) };
                best = Some(Guess {
                    cell,
                    digit,
                    other: Some(other),
                    last: false,
                });
            }
        }
        best
    }
}

/// The places where lines begin that are ranked. The more of them have clues with the same digit,
/// the more follows.
fn starts(regions: &[Region]) -> Vec<(Mask, Cells, f64)> {
    let ranks = regions
        .iter()
        .filter_map(|region| match &region.constraint {
            Constraint::Rank(rank) => Some(rank),
            _ => None,
        });
    let mut starts: Vec<(Mask, Cells, f64)> = Vec::new();
    for (digit, cells) in ranks.flat_map(Rank::starts) {
        match starts
            .iter_mut()
            .find(|start| (start.0, &start.1) == (digit, &cells))
        {
            Some(start) => start.2 += 1.0,
            None => starts.push((digit, cells, 1.0)),
        }
    }
    starts
}

/// Whether a part is of a variant: killers and plain boards have none.
fn is_variant(part: &Part) -> bool {
    matches!(
        part,
        Part::Sum { .. }
            | Part::Linear { .. }
            | Part::Relation { .. }
            | Part::Automaton { .. }
            | Part::AnyOf(_)
            | Part::Ranked(_)
    )
}

/// Adds the weight of regions with sums to those of their cells.
fn weigh(weights: &mut [f64], regions: &[Region], is_variant: bool) {
    let weight = match is_variant {
        true => VARIANT_REGION_WEIGHT,
        false => REGION_WEIGHT,
    };
    let sums = |region: &&Region| {
        matches!(
            region.constraint,
            Constraint::Cage(_) | Constraint::Sums { .. }
        )
    };
    for region in regions.iter().filter(sums) {
        for &cell in &region.cells {
            weights[usize::from(cell)] += weight / region.cells.len() as f64;
        }
    }
}
