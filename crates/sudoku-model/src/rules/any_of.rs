//! Alternatives: one of several rules, or all of them.

use super::draw::Mark;
use super::{verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;
use std::sync::Arc;

/// One at least of several rules is kept: a line is a thermometer or a whisper, nobody knows which.
///
/// ```
/// use sudoku_model::rules::{AllOf, AnyOf, PencilMarks, Renban, Thermometer, Whisper};
/// use sudoku_model::{Digits, Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = || (0..4).map(|column| shape.cell(0, column));
/// let line = AnyOf::new().or(Thermometer::new(row())).or(Whisper::new(2, row()));
/// let model = Model::builder(shape).rule(line).build()?;
/// assert_eq!(model.count(u64::MAX), 3 * 12, "1234, 2413 and 3142");
///
/// // What a line is can depend on a digit: between 1 and 2 it rises, between 3 and 4 it has no gap.
/// let corner = |digits: [u8; 2]| {
///     PencilMarks::new(digits.into_iter().map(Digits::single).collect(), [shape.cell(3, 3)])
/// };
/// let line = || [shape.cell(0, 0), shape.cell(0, 1)];
/// let rises = AllOf::new().and(corner([1, 2])).and(Thermometer::new(line()));
/// let renban = AllOf::new().and(corner([3, 4])).and(Renban::new(line()));
/// let model = Model::builder(shape).rule(AnyOf::new().or(rises).or(renban)).build()?;
/// assert_eq!(model.count(u64::MAX), 144);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AnyOf {
    rules: Vec<Arc<dyn Rule>>,
}

impl AnyOf {
    /// Without a case yet: no grid keeps it.
    #[must_use]
    pub fn new() -> AnyOf {
        AnyOf::default()
    }

    /// The same with a case more. What the rule says of other rules and of givens, as a cage says
    /// that no other has its cells, does not count here.
    #[must_use]
    pub fn or(mut self, rule: impl Rule) -> AnyOf {
        self.rules.push(Arc::new(rule));
        self
    }
}

impl AnyOf {
    pub(crate) fn rules(&self) -> impl Iterator<Item = &dyn Rule> {
        self.rules.iter().map(|rule| &**rule)
    }
}

/// All of several rules are kept: a case of [`AnyOf`] that says more than one rule can.
#[derive(Clone, Debug, Default)]
pub struct AllOf {
    rules: Vec<Arc<dyn Rule>>,
}

impl AllOf {
    /// Without a rule yet: all grids keep it.
    #[must_use]
    pub fn new() -> AllOf {
        AllOf::default()
    }

    /// The same with a rule more.
    #[must_use]
    pub fn and(self, rule: impl Rule) -> AllOf {
        self.and_shared(Arc::new(rule))
    }

    pub(crate) fn and_shared(mut self, rule: Arc<dyn Rule>) -> AllOf {
        self.rules.push(rule);
        self
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = &dyn Rule> {
        self.rules.iter().map(|rule| &**rule)
    }
}

/// The cells of several rules, none twice.
fn cells(rules: &[Arc<dyn Rule>]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = rules.iter().flat_map(|rule| rule.cells()).collect();
    cells.sort();
    cells.dedup();
    cells
}

fn check(rules: &[Arc<dyn Rule>], me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
    rules.iter().try_for_each(|rule| rule.check(me, shape))
}

/// Their sentences without the full stop of the last.
fn sentences(rules: &[Arc<dyn Rule>], between: &str) -> String {
    let sentences: Vec<String> = rules.iter().map(|rule| rule.sentence()).collect();
    let text = sentences.join(between);
    text.trim_end_matches('.').into()
}

impl Rule for AnyOf {
    fn name(&self) -> &'static str {
        "choice"
    }

    fn cells(&self) -> Vec<Cell> {
        cells(&self.rules)
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check(&self.rules, me, shape)
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let cases = self.rules.iter().map(|rule| rule.parts(shape));
        vec![Part::any_of(cases.collect(), shape)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let keeps = self.rules.iter().any(|rule| rule.verify(grid).is_ok());
        verify(keeps, &self.cells(), "keep none of the rules")
    }

    fn sentence(&self) -> String {
        format!("One of these is true. {}.", sentences(&self.rules, " Or: "))
    }

    fn draw(&self, shape: Shape) -> Vec<Mark> {
        self.rules
            .iter()
            .flat_map(|rule| rule.draw(shape))
            .collect()
    }
}

impl Rule for AllOf {
    fn name(&self) -> &'static str {
        "combination"
    }

    fn cells(&self) -> Vec<Cell> {
        cells(&self.rules)
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check(&self.rules, me, shape)
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let parts = self.rules.iter().flat_map(|rule| rule.parts(shape));
        parts.collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        self.rules.iter().try_for_each(|rule| rule.verify(grid))
    }

    fn sentence(&self) -> String {
        format!("{}.", sentences(&self.rules, " "))
    }

    fn draw(&self, shape: Shape) -> Vec<Mark> {
        self.rules
            .iter()
            .flat_map(|rule| rule.draw(shape))
            .collect()
    }
}

impl super::form::Line for AnyOf {
    fn blank() -> AnyOf {
        AnyOf::new()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.rules(&mut self.rules)
    }
}

impl super::form::Line for AllOf {
    fn blank() -> AllOf {
        AllOf::new()
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.rules(&mut self.rules)
    }
}
