//! Proofs of parts of a search, put together.

use super::format::Format;
use super::log::{push_literal, push_number, BEGIN, END};
use crate::search::{Choice, Open};
use alloc::string::String;
use core::fmt::{self, Write};

/// Writes one proof for `VeriPB` out of those of parts of a search
/// ([`Walk::prove`](crate::Walk::prove)), which may come from elsewhere.
///
/// `part` is asked for the steps of each part, and for what it has left open: first below no
/// choices, then below those of each of the [parts](Open::parts) that were open. So a part that is
/// missing is asked for, and one that is wrong is what the checker does not accept.
///
/// ```
/// use core::ops::ControlFlow;
/// use exactcover::proof::{join, Block};
/// use exactcover::Problem;
/// let mut builder = Problem::builder();
/// for item in builder.primaries(5) {
///     builder.option("heads", [item]);
///     builder.option("tails", [item]);
/// }
/// let problem = builder.build()?;
///
/// let (mut proof, mut found, mut parts) = (String::new(), Vec::new(), 0);
/// join(&mut proof, |prefix| {
///     let mut steps = String::new();
///     let mut walk = problem.search().part(prefix).expect("a part").walk();
///     walk.prove(7, &mut steps, |solution| {
///         found.push(Block::AllOf(solution.options().to_vec()));
///         ControlFlow::Continue(())
///     })?;
///     parts += 1;
///     Ok((steps, walk.open().expect("it has begun, without limits")))
/// })?;
/// assert_eq!(found.len(), 32);
/// assert!(parts > 5);
/// assert!(proof.ends_with("conclusion UNSAT;\nend pseudo-Boolean proof;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Whatever `part` and `out` fail with.
///
/// # Complexity
/// Beside the steps, at most two clauses for each part and each level above it.
pub fn join<F>(out: &mut dyn Write, part: F) -> fmt::Result
where
    F: FnMut(&[Choice]) -> Result<(String, Open), fmt::Error>,
{
    out.write_str(BEGIN)?;
    let derived = 0;
    let mut join = Join { out, part, derived };
    join.part(&[])?;
    join.out.write_str(END[0])?;
    join.out.write_str("UNSAT")?;
    join.out.write_str(END[1])
}

struct Join<'w, F> {
    out: &'w mut dyn Write,
    part: F,
    /// How many constraints there are.
    derived: u64,
}

impl<F> Join<'_, F>
where
    F: FnMut(&[Choice]) -> Result<(String, Open), fmt::Error>,
{
    /// All that is below these choices; of its constraints the last one stays, which says that
    /// nothing is.
    fn part(&mut self, prefix: &[Choice]) -> fmt::Result {
        let before = self.derived;
        let (steps, open) = (self.part)(prefix)?;
        let derives = |line: &&str| !line.starts_with("del ");
        self.derived += steps.lines().filter(derives).count() as u64;
        self.out.write_str(&steps)?;
        drop(steps);
        let own = self.derived;
        for (level, mut fork) in open.forks().into_iter().enumerate().rev() {
            let way = core::mem::take(&mut fork.way);
            fork.parts().try_for_each(|part| self.part(&part))?;
            // What is done of the levels above is still needed.
            if level > 0 {
                self.refute(&way, own)?;
            }
        }
        self.refute(prefix, before)
    }

    /// Not all of these choices, in place of what was derived since there were so many constraints.
    fn refute(&mut self, way: &[Choice], since: u64) -> fmt::Result {
        let mut text = String::from("rup");
        for choice in way {
            push_literal(&mut text, Format::VeriPb, choice.refuted());
        }
        let empty = way.is_empty();
        text.push_str(if empty { " >= 1;\n" } else { " ==> >= 1;\n" });
        let count = self.derived - since;
        if count > 0 && !empty {
            text.push_str("del range -");
            push_number(&mut text, count + 1);
            text.push_str(" -1;\n");
        }
        self.derived += 1;
        self.out.write_str(&text)
    }
}
