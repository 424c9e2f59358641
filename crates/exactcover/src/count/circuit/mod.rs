//! All solutions at once: sums of products that share what they have in common.

mod covers;
mod record;
mod text;

pub use covers::Covers;
pub(super) use record::Derivations;
pub use text::CircuitError;

use super::number::Count;
use crate::problem::ids::OptionId;
use crate::random::SplitMix64;
use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A node: [`NOTHING`], an option with its number plus 1, or a sum, in order after the options.
type Node = u32;

/// The solution without options, of which there is one.
const NOTHING: Node = 0;

/// All solutions of a problem, compiled: see [`Problem::compile`](crate::Problem::compile).
///
/// It is a *circuit*, which compilers of knowledge call a d-DNNF, and databases a factorized
/// relation: a *sum* is a choice between *terms*, and a term two nodes that go together, each an
/// option or an earlier sum. Every solution is made in exactly one way. So questions about all
/// solutions take time in proportion to the number of terms, however many solutions there are.
///
/// Solutions are lists of options in ascending order.
///
/// # Text
/// A circuit is written by [`Display`](core::fmt::Display) and read by
/// [`FromStr`](core::str::FromStr). These are the dominoes on a board of 2 x 3, as below:
/// ```text
/// circuit 7
/// o3
/// o6
/// s1 o2
/// s0 o1 + s1 o5
/// s2 o0 + s3 o4
/// all s4 3
/// ```
/// The first line has the number of options. Every further line is a sum: its terms are an option
/// (`o0`, `o1`, ...), a sum of an earlier line (`s0` is the first), two of these, or `1`, the
/// solution without options. The last line is the node of all solutions, with their number, or
/// `none`. Reading checks all that, that nothing has more solutions than there are sets of the
/// options named so far, and that no solution is made of more options and sums than are there, so
/// that a short text makes no large numbers and no long solutions. That no solution is made twice
/// or has an option twice, it believes beyond that. A list with an entry for each option, such as
/// [`Circuit::option_counts`], is as long as the first line says.
///
/// ```
/// use exactcover::{Count, Limits, Problem, SplitMix64};
/// // Dominoes on a board of 2 x 3.
/// let mut builder = Problem::builder();
/// let squares = builder.primaries(6);
/// for (a, b) in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)] {
///     builder.option((), [squares[a], squares[b]]);
/// }
/// let problem = builder.build()?;
/// let circuit = problem.compile(Limits::none()).answer.expect("there is no limit");
/// assert_eq!(circuit.count().to_u128(), Some(3));
///
/// // How many of the three tilings have each domino?
/// let counts: Vec<u128> = circuit.option_counts().iter().filter_map(Count::to_u128).collect();
/// assert_eq!(counts, [1, 1, 1, 1, 2, 1, 2]);
///
/// // One of them at random, and all that have the domino in the middle.
/// let tiling = circuit.sample(&mut SplitMix64::new(7)).expect("there are three");
/// assert_eq!(problem.verify(&tiling), Ok(()));
/// let middle = problem.options().nth(5).expect("there are seven");
/// assert_eq!(circuit.restrict(&[middle], &[]).covers().count(), 1);
///
/// // Another program goes on with it.
/// assert!(circuit.to_string().ends_with("s2 o0 + s3 o4\nall s4 3\n"));
/// assert_eq!(circuit.to_string().parse(), Ok(circuit));
/// # Ok::<(), exactcover::BuildError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit {
    options: usize,
    /// Per sum, the end of its terms; they begin where those of the sum before it end.
    ends: Vec<u32>,
    terms: Vec<[Node; 2]>,
    /// The number of solutions of a node: 1 of those that are no sums, then of each sum.
    counts: Vec<Count>,
    /// `None` if there are no solutions.
    root: Option<Node>,
}

impl Circuit {
    /// A circuit without sums and solutions.
    pub(super) fn empty(options: usize) -> Self {
        Circuit {
            options,
            ends: Vec::new(),
            terms: Vec::new(),
            counts: vec![Count::one()],
            root: None,
        }
    }

    /// The last sum.
    fn last(&self) -> Node {
        (self.options + self.ends.len()) as Node
    }

    /// Two nodes that go together, in the order that all terms have.
    fn term(a: Node, b: Node) -> [Node; 2] {
        [a.max(b), a.min(b)]
    }

    /// Adds a sum.
    fn sum(&mut self, terms: impl Iterator<Item = [Node; 2]>) -> Node {
        self.terms.extend(terms);
        self.ends.push(self.terms.len() as u32);
        self.last()
    }

    /// The sums in an order in which each comes after those of its terms.
    fn sums(&self) -> impl DoubleEndedIterator<Item = Node> {
        (self.options + 1..=self.options + self.ends.len()).map(|node| node as Node)
    }

    /// The place of a sum in a list for each sum; `None` of nothing and of options.
    fn place(&self, node: Node) -> Option<usize> {
        (node as usize).checked_sub(self.options + 1)
    }

    fn option(&self, node: Node) -> Option<OptionId> {
        (1..=self.options)
            .contains(&(node as usize))
            .then(|| OptionId::new(node as usize - 1))
    }

    fn range(&self, sum: usize) -> Range<usize> {
        let start = sum.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[sum] as usize
    }

    /// The terms of a node: none unless it is a sum.
    fn terms_of(&self, node: Node) -> &[[Node; 2]] {
        self.place(node)
            .map_or(&[], |sum| &self.terms[self.range(sum)])
    }

    fn count_of(&self, node: Node) -> &Count {
        &self.counts[self.place(node).map_or(0, |sum| sum + 1)]
    }

    fn count_of_term(&self, [a, b]: [Node; 2]) -> Cow<'_, Count> {
        match (self.place(a), self.place(b)) {
            (_, None) => Cow::Borrowed(self.count_of(a)),
            (None, _) => Cow::Borrowed(self.count_of(b)),
            _ => Cow::Owned(self.count_of(a) * self.count_of(b)),
        }
    }

    /// Counts the solutions of all sums; `each` looks at every count and the number of its terms,
    /// and may end it.
    fn count_all<E>(
        &mut self,
        mut each: impl FnMut(&Count, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        self.sums().try_for_each(|node| {
            let terms = self.terms_of(node).len();
            self.count_sum(node, |count| each(count, terms))
        })
    }

    /// Counts the solutions of the first sum that is not counted yet.
    fn count_sum<E>(
        &mut self,
        node: Node,
        each: impl FnOnce(&Count) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut count = Count::zero();
        for &term in self.terms_of(node) {
            count += &self.count_of_term(term);
        }
        // Without the room that it has grown by.
        let count = count.clone();
        each(&count)?;
        self.counts.push(count);
        Ok(())
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> &Count {
        const NONE: &Count = &Count::zero();
        self.root.map_or(NONE, |root| self.count_of(root))
    }

    /// The number of its terms, which is its size: a term takes 8 bytes, a sum 28 and what its
    /// count has beyond.
    #[must_use]
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// For each option the number of solutions that have it, in the order of their ids. Over the
    /// options of a primary item that is covered once, they add up to [`Circuit::count`].
    ///
    /// # Complexity
    /// Two products for each term; memory as that of all counts.
    #[must_use]
    pub fn option_counts(&self) -> Vec<Count> {
        // In how many ways a solution of a node is made one of the whole.
        let mut ways = vec![Count::zero(); self.options + 1 + self.ends.len()];
        if let Some(root) = self.root {
            ways[root as usize] = Count::one();
        }
        for node in self.sums().rev() {
            let above = core::mem::take(&mut ways[node as usize]);
            for &[a, b] in self.terms_of(node) {
                for (node, beside) in [(a, b), (b, a)] {
                    if node != NOTHING {
                        match self.place(beside) {
                            None => ways[node as usize] += &above,
                            Some(_) => ways[node as usize] += &(&above * self.count_of(beside)),
                        }
                    }
                }
            }
        }
        ways.truncate(self.options + 1);
        ways.remove(NOTHING as usize);
        ways
    }

    /// A solution, each with the same probability; `None` if there are none. The same numbers give
    /// the same solution.
    ///
    /// # Complexity
    /// At most one comparison of counts for each term of the sums that the solution is made of.
    pub fn sample(&self, random: &mut SplitMix64) -> Option<Vec<OptionId>> {
        let mut open = vec![self.root?];
        let mut chosen = Vec::new();
        while let Some(node) = open.pop() {
            chosen.extend(self.option(node));
            let terms = self.terms_of(node);
            if let [term] = terms {
                open.extend(term);
                continue;
            }
            // The solutions of the terms follow each other: which one has the place that was drawn?
            let place = self.count_of(node).below(random);
            let mut end = Count::zero();
            let term = terms.iter().find(|&&term| {
                end += &self.count_of_term(term);
                place < end
            });
            open.extend(term.into_iter().flatten());
        }
        chosen.sort_unstable();
        Some(chosen)
    }

    /// All solutions, one by one, in an order of the circuit's own.
    ///
    /// # Complexity
    /// A solution takes time in proportion to the nodes that it is made of, and the iterator as
    /// much memory as one solution.
    #[must_use]
    pub fn covers(&self) -> Covers<'_> {
        Covers::new(self)
    }

    /// The solutions that have all options of `with` and none of `without`.
    ///
    /// # Panics
    /// If the problem has no such option.
    ///
    /// # Complexity
    /// Linear in the number of terms, with a product for each that stays.
    #[must_use]
    pub fn restrict(&self, with: &[OptionId], without: &[OptionId]) -> Circuit {
        // The most options of `with` that a solution of a node has without those of `without`; no
        // option is in a solution twice. The root needs all of them, so each node its most.
        let mut most = vec![Some(0_usize); self.options + 1 + self.ends.len()];
        let mut mark = |options: &[OptionId], as_this| {
            for option in options {
                assert!(option.index() < self.options, "no such option");
                most[option.index() + 1] = as_this;
            }
        };
        mark(with, Some(1));
        mark(without, None);
        let mut wanted = with.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let both =
            |most: &[Option<usize>], [a, b]: [Node; 2]| Some(most[a as usize]? + most[b as usize]?);
        for node in self.sums() {
            let terms = self.terms_of(node).iter();
            most[node as usize] = terms.filter_map(|&term| both(&most, term)).max();
        }
        let root = self
            .root
            .filter(|&root| most[root as usize] == Some(wanted.len()));
        self.pruned(root, |node, term| both(&most, term) == most[node as usize])
    }

    /// What this root needs, with the terms that are kept.
    fn pruned(&self, root: Option<Node>, keeps: impl Fn(Node, [Node; 2]) -> bool) -> Circuit {
        let kept = |node: Node| -> Vec<[Node; 2]> {
            let terms = self.terms_of(node).iter().copied();
            terms.filter(|&term| keeps(node, term)).collect()
        };
        let mut needed = vec![false; self.options + 1 + self.ends.len()];
        if let Some(root) = root {
            needed[root as usize] = true;
        }
        for node in self.sums().rev() {
            if needed[node as usize] {
                for part in kept(node).into_iter().flatten() {
                    needed[part as usize] = true;
                }
            }
        }
        let mut circuit = Circuit::empty(self.options);
        let mut numbers: Vec<Node> = (0..=self.options as Node).collect();
        for node in self.sums() {
            let sum = needed[node as usize].then(|| {
                let terms = kept(node).into_iter();
                circuit.sum(terms.map(|term| term.map(|part| numbers[part as usize])))
            });
            numbers.push(sum.unwrap_or(NOTHING));
        }
        circuit.root = root.map(|root| numbers[root as usize]);
        let counted = circuit.count_all(|_, _| Ok::<_, core::convert::Infallible>(()));
        counted.expect("nobody ends it");
        circuit
    }

    /// The `k` cheapest solutions with what they cost, the cheapest first; all of them if there are
    /// no more. The costs of the problem are `|option| problem.cost(option)`; with others it need
    /// not be compiled again.
    ///
    /// # Complexity
    /// About `k` log `k` steps for each term; 32 bytes for each of the `k` cheapest solutions of a
    /// sum.
    #[must_use]
    pub fn cheapest(&self, k: usize, cost: impl Fn(OptionId) -> u64) -> Vec<(u128, Vec<OptionId>)> {
        // Per node its cheapest solutions: what they cost, the term, and which solutions of its two
        // nodes.
        let mut best: Vec<Vec<(u128, u32, [u32; 2])>> = (0..=self.options as Node)
            .map(|node| {
                vec![(
                    self.option(node).map_or(0, |option| cost(option).into()),
                    0,
                    [0; 2],
                )]
            })
            .collect();
        for node in self.sums() {
            let mut found = Vec::new();
            for (term, &[a, b]) in (0..).zip(self.terms_of(node)) {
                let (firsts, seconds) = (&best[a as usize], &best[b as usize]);
                for (i, first) in (0..).zip(firsts) {
                    // Before this pair come all with earlier solutions of both.
                    let room = k / (i as usize + 1);
                    for (j, second) in (0..).zip(seconds.iter().take(room)) {
                        found.push((first.0 + second.0, term, [i, j]));
                    }
                }
            }
            found.sort_unstable();
            found.truncate(k);
            best.push(found);
        }
        let root = self.root.unwrap_or(NOTHING);
        let count = self.root.map_or(0, |root| best[root as usize].len().min(k));
        let solution = |rank: usize| {
            let mut open = vec![(root, rank)];
            let mut chosen = Vec::new();
            while let Some((node, rank)) = open.pop() {
                let (_, term, [i, j]) = best[node as usize][rank];
                chosen.extend(self.option(node));
                if let Some(&[a, b]) = self.terms_of(node).get(term as usize) {
                    open.extend([(a, i as usize), (b, j as usize)]);
                }
            }
            chosen.sort_unstable();
            (best[root as usize][rank].0, chosen)
        };
        (0..count).map(solution).collect()
    }
}
