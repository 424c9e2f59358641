//! The solutions of an enumeration, one by one, as a circuit.

use super::circuit::{Circuit, Derivations};
use super::meter::{Lonely, Meter, Rival, Stop};
use super::race::Enumeration;
use super::sweep::Record;
use super::table::Shards;
use crate::problem::ids::OptionId;
use crate::run::limits::Limits;
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::{Outcome, Report};
use crate::run::progress::Watch;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// After how much work of the others the enumeration begins, in all and for each entry of the
/// problem. What is eliminated before takes no longer than without it; and then tables are larger
/// than an engine.
const FIRST: usize = 1 << 25;
const FIRST_PER_ENTRY: usize = 1 << 10;

/// An enumeration that waits until others have worked for a while.
pub(crate) struct Waiting<'s> {
    start: &'s dyn Fn() -> Box<dyn Machine>,
    /// The work of the others that it has not been told of, and how much it waits for.
    work: usize,
    first: usize,
    begun: Option<Enumeration>,
    /// Who shows how far the others have come until then.
    alone: Lonely,
}

impl<'s> Waiting<'s> {
    /// The enumeration that `start` begins, of a problem of so many entries.
    pub(crate) fn new(
        start: &'s dyn Fn() -> Box<dyn Machine>,
        entries: usize,
        watch: Option<Watch>,
    ) -> Self {
        Waiting {
            start,
            work: 0,
            first: FIRST.max(FIRST_PER_ENTRY.saturating_mul(entries)),
            begun: None,
            alone: Lonely::new(watch),
        }
    }

    /// The enumeration, which begins now if it has not before.
    fn begun(&mut self) -> &mut Enumeration {
        let (start, alone) = (self.start, &mut self.alone);
        self.begun
            .get_or_insert_with(|| Enumeration::to_be_listed(start(), alone.shown()))
    }

    /// All solutions, in a problem of so many options. First they are counted to the end: a list
    /// would take memory from the tables of the others, and this one is known to be short.
    pub(super) fn listed(
        &mut self,
        options: usize,
        limits: &Limits,
    ) -> Result<Report<Option<Circuit>>, Stop> {
        let enumeration = self.begun();
        enumeration.go_on_alone();
        match enumeration.outcome() {
            Some(Outcome::Exhausted) => {}
            Some(Outcome::LimitReached(limit)) => return Err(Stop::Late(limit)),
            Some(Outcome::Stopped) | None => return Err(Stop::Memory),
        }
        let mut nobody = Lonely::new(None);
        let mut meter = Meter::new(limits, &mut nobody);
        let circuit = listed(&mut *(self.start)(), options, &mut meter)?;
        let report = self.begun().report(Outcome::Exhausted);
        Ok(report.map(|_| Some(circuit)))
    }
}

impl fmt::Debug for Waiting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.begun.fmt(f)
    }
}

impl Rival for Waiting<'_> {
    fn turn(&mut self, work: usize, share: f64, states: u64) -> bool {
        self.work += work;
        if self.begun.is_none() && self.work < self.first {
            self.show(share, states);
            return false;
        }
        let work = core::mem::take(&mut self.work);
        self.begun().turn(work, share, states)
    }

    fn show(&mut self, share: f64, states: u64) {
        match &mut self.begun {
            Some(enumeration) => enumeration.show(share, states),
            None => self.alone.show(share, states),
        }
    }
}

/// The list without an option, of which no step is needed; no list at all; and what stands for an
/// option where a list ends.
const END: u32 = 0;
const NONE: u32 = u32::MAX;

/// Lists of options as a tree whose equal branches are one: a node is an option, what comes behind
/// it, and the node of the other lists that begin like those before this option.
#[derive(Debug)]
struct Tree {
    nodes: Shards<2>,
    /// The last list, and the lists that begin like it up to each of its options and have been
    /// left: one more than it has options.
    last: Vec<OptionId>,
    left: Vec<u32>,
}

impl Tree {
    fn new(meter: &mut Meter<'_>) -> Result<Self, Stop> {
        // Its number is `END`.
        meter.state()?;
        Ok(Tree {
            nodes: Shards::new(true, 1),
            last: Vec::new(),
            left: vec![NONE],
        })
    }

    /// The node; the same for the same parts.
    fn node(
        &mut self,
        option: u32,
        behind: u32,
        beside: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Stop> {
        let key = [u64::from(option) << 32 | u64::from(behind), beside.into()];
        self.nodes.add(&key, &[], meter)
    }

    /// The option of a node, what is behind it, and what is beside it.
    fn parts(&self, node: u32) -> [u32; 3] {
        let [first, beside] = self.nodes.entry(node as usize - 1).key;
        [(first >> 32) as u32, first as u32, beside as u32]
    }

    /// Leaves the last list up to its first so many options.
    fn leave(&mut self, depth: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while self.last.len() > depth {
            if let (Some(option), Some(behind)) = (self.last.pop(), self.left.pop()) {
                let at = self.last.len();
                self.left[at] = self.node(option.0, behind, self.left[at], meter)?;
            }
        }
        Ok(())
    }

    /// Adds a list.
    fn add(&mut self, list: &[OptionId], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let pairs = self.last.iter().zip(list);
        let common = pairs.take_while(|(a, b)| a == b).count();
        meter.work(2 * list.len())?;
        self.leave(common, meter)?;
        self.last.extend(&list[common..]);
        self.left.resize(list.len() + 1, NONE);
        let at = list.len();
        self.left[at] = match self.left[at] {
            NONE => END,
            others => self.node(NONE, END, others, meter)?,
        };
        Ok(())
    }

    /// All lists.
    fn into_circuit(mut self, options: usize, meter: &mut Meter<'_>) -> Result<Circuit, Stop> {
        self.leave(0, meter)?;
        let root = self.left[0];
        if root == NONE {
            return Ok(Circuit::empty(options));
        }
        let count = self.nodes.len() + 1;
        // Those that something comes before: what is beside a node is no sum of its own for that.
        meter.charge(count)?;
        let mut heads = meter.filled(false, count)?;
        heads[root as usize] = true;
        for node in 1..count as u32 {
            meter.work(4)?;
            heads[self.parts(node)[1] as usize] = true;
        }
        let mut record = Derivations::default();
        for head in (1..count as u32).filter(|&node| heads[node as usize]) {
            let mut next = head;
            while next != NONE {
                meter.work(4)?;
                let [option, behind, beside] = match next {
                    END => [NONE, END, NONE],
                    _ => self.parts(next),
                };
                let option = Some(option).filter(|&option| option != NONE);
                record.step(head, behind, option, meter)?;
                next = beside;
            }
        }
        record.all(root);
        self.nodes.free(meter);
        record.into_circuit(options, |option| option + 1, &[], meter)
    }
}

/// All solutions of a search that begins.
fn listed(
    machine: &mut dyn Machine,
    options: usize,
    meter: &mut Meter<'_>,
) -> Result<Circuit, Stop> {
    let mut tree = Tree::new(meter)?;
    let mut solution = Vec::new();
    loop {
        match machine.resume(Goal::Next) {
            Step::Solution => {
                solution.clear();
                machine.chosen(&mut solution);
                tree.add(&solution, meter)?;
            }
            Step::Done(Outcome::LimitReached(limit)) => return Err(Stop::Late(limit)),
            Step::Done(_) => return tree.into_circuit(options, meter),
            Step::Paused => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::compiled;
    use crate::count::number::Count;
    use crate::count::tests::{along_a_line, coins, problem as text};
    use crate::format;
    use crate::problem::ids::OptionId;
    use crate::random::SplitMix64;
    use crate::run::looks;
    use crate::run::settings::Settings;
    use crate::search::Search;
    use alloc::string::ToString;
    use core::cell::Cell;

    /// The circuit of the list, and the one by elimination.
    fn both<L>(search: &Search<'_, L>, options: usize) -> [Circuit; 2] {
        let start = || search.start();
        let listed = Waiting::new(&start, 0, None).listed(options, &Limits::none());
        let listed = listed.expect("there is no limit");
        assert_eq!(listed.outcome, Outcome::Exhausted);
        let eliminated = search.compile();
        assert_eq!(eliminated.stats.engine, Some("diagram"));
        [listed, eliminated].map(|report| report.answer.expect("there is no limit"))
    }

    /// All solutions, in order.
    fn covers(circuit: &Circuit) -> Vec<Vec<OptionId>> {
        let mut covers: Vec<_> = circuit.covers().collect();
        covers.sort_unstable();
        covers
    }

    /// Both tell the same of all solutions, and of those that they are restricted to.
    fn compare(listed: &Circuit, eliminated: &Circuit, random: &mut SplitMix64) {
        assert_eq!(listed.count(), eliminated.count());
        assert_eq!(listed.option_counts(), eliminated.option_counts());
        assert_eq!(covers(listed), covers(eliminated));
        assert_eq!(&listed.to_string().parse::<Circuit>().as_ref(), &Ok(listed));
        let cost = |option: OptionId| option.0 as u64 * 7 % 5;
        let costs = |circuit: &Circuit| -> Vec<u128> {
            let cheapest = circuit.cheapest(9, cost).into_iter();
            cheapest.map(|(sum, _)| sum).collect()
        };
        assert_eq!(costs(listed), costs(eliminated));
        let sample = listed.sample(random);
        assert_eq!(sample.is_none(), listed.count().is_zero());
        if let Some(sample) = sample {
            assert!(covers(listed).binary_search(&sample).is_ok());
        }
    }

    #[test]
    fn a_list_makes_a_circuit_that_tells_the_same_as_one_by_elimination() {
        // With once and with multiplicities.
        let mut solutions = [0; 2];
        for seed in 0..60 {
            let problem = along_a_line(seed);
            let options = problem.option_count();
            let mut random = SplitMix64::new(seed);
            let some = problem.search().first().answer.found();
            let some: Vec<_> = some.map_or(Vec::new(), |some| some.options().to_vec());
            let mut draw = || OptionId::new(random.below(options));
            let (with, without) = ([draw()], [draw(), draw()]);
            // Below some choices, too, with the numbers of the whole.
            for chosen in [0, some.len() / 2] {
                let search = problem.search().below(&some[..chosen]);
                let search = search.expect("they are in a solution");
                if search.count_all().answer > Count::from(2_000_u64) {
                    continue;
                }
                let [a, b] = both(&search, options);
                solutions[seed as usize % 2] += covers(&a).len();
                compare(&a, &b, &mut random);
                let [a, b] = [a, b].map(|circuit| circuit.restrict(&with, &without));
                compare(&a, &b, &mut random);
            }
        }
        assert!(solutions.iter().all(|&count| count > 500), "{solutions:?}");
    }

    #[test]
    fn equal_ends_are_one() {
        // 2^12 solutions: a sum for each coin, and one option at the end.
        let problem = coins(12, false, 1);
        let [listed, eliminated] = both(&problem.search(), problem.option_count());
        assert_eq!(listed.term_count(), 25);
        assert_eq!(covers(&listed), covers(&eliminated));
    }

    #[test]
    fn a_list_looks_at_the_limits_after_so_many_entries() {
        let problem = coins(15, false, 1);
        let (most, all) = looks::counted(|| {
            let start = || problem.search().start();
            let listed = Waiting::new(&start, 0, None).listed(31, &Limits::none());
            let circuit = listed.map(|report| report.answer);
            assert!(matches!(circuit, Ok(Some(circuit)) if circuit.count() == &(1 << 15)));
        });
        assert!(most <= 1 << 16, "{most} of {all}");
        assert!(all > 1 << 18, "{all}");
    }

    #[test]
    fn a_list_that_grows_too_long_is_given_up() {
        // 2^24 solutions.
        let problem = coins(24, false, 1);
        let start = || problem.search().start();
        let mut rival = Waiting::new(&start, 0, None);
        let listed = rival.listed(49, &Limits::none());
        assert!(matches!(listed, Err(Stop::Memory)));
        let nodes = |rival: &mut Waiting<'_>| rival.begun().report(Outcome::Stopped).stats.nodes;
        let before = nodes(&mut rival);
        // As many solutions as are too many, and no more turns, however long the others work.
        assert!(before < 1 << 22, "{before}");
        assert!(!rival.turn(1 << 40, 0.0, 0));
        assert_eq!(nodes(&mut rival), before);
    }

    #[test]
    fn tables_are_made_where_the_list_does_not_fit() {
        // An enumeration that is short at first; then it finds Latin squares without end.
        let squares = format::read(&text(6, true))
            .expect("a valid problem")
            .problem;
        let coin = coins(1, false, 1);
        let begun = Cell::new(0);
        let start = || {
            begun.set(begun.get() + 1);
            match begun.get() {
                1 => coin.search().start(),
                _ => squares.search().start(),
            }
        };
        let dominoes = format::read(&text(12, false))
            .expect("a valid problem")
            .problem;
        let names: Vec<OptionId> = dominoes.options().collect();
        let settings = Settings {
            limits: Limits::none().memory(5_000_000),
            ..Settings::default()
        };
        let rival = Waiting {
            work: FIRST,
            ..Waiting::new(&start, 0, None)
        };
        let made = compiled(&dominoes.matrix, &settings, names.len(), &[], &names, rival);
        assert_eq!((begun.get(), made.stats.engine), (2, Some("diagram")));
        let circuit = made.answer.expect("it fits");
        assert_eq!(circuit.count().to_string(), "53060477521960000");
    }
}
