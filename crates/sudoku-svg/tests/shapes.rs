//! Every rule draws its shapes, and pictures are what they say.

use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use sudoku_model::deduce::{Candidates, Technique};
use sudoku_model::draw::{Disc, Mark};
use sudoku_model::text::sheet;
use sudoku_model::{Broken, Cell, Digits, Grid, Model, Part, Rule, Shape};
use sudoku_svg::{Picture, Theme, Tint, CELL};

/// A line of each rule, and whether it has a shape.
const RULES: &[(&str, bool)] = &[
    ("all-of [ renban r1c1 r1c2 ]", true),
    ("any-of [ whisper 2 r1c1 r1c2 ] [ renban r1c1 r1c2 ]", true),
    ("apart knight", false),
    ("arrow r1c1 / r1c2 r2c3", true),
    ("between r1c1-c4", true),
    ("cage 10 r1c1-c3", true),
    ("contains exactly 1 2 r1c1-c3", true),
    ("copies r1c1 r1c2 / r4c3 r4c4", true),
    ("counting-circles r1c1 r2c3", true),
    ("difference 1 r1c1 r1c2", true),
    ("disjoint-groups", false),
    ("distinct-count 2 r1c1 r2c3 r3c4", true),
    (
        "dominoes r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 / r1c2=2:r1c3=3",
        true,
    ),
    ("doppelganger boxes", false),
    ("double-arrow r1c1-c4", true),
    ("entropic r1c1-c4", true),
    ("equal-sums r1c1 r1c2 / r4c4", true),
    ("equality-cage r1c1-c4", true),
    ("full-rank any / 1 r1c1-c6", true),
    ("greater-than r1c1 r2c1", true),
    ("hidden-skyscraper 2 r1c1-c6", true),
    ("indexing columns r1c1 r2c1", true),
    ("linear-sum 5 1*r1c1 2*r3c3", true),
    ("little-killer 12 r3c1 r2c2 r1c3", true),
    ("lockout 2 r1c1-c4", true),
    ("look-and-say r1c1 r1c2 / 1x2", true),
    ("lunchbox 3 r1c1-c4", true),
    ("modular 3 r1c1-c4", true),
    ("nabner r1c1-c3", true),
    ("numbered-room 3 r1c6-c1", true),
    ("overlapping-cage r1c1-c3", true),
    ("pair-sum 5 r1c1 r1c2", true),
    ("palindrome r1c1 r2c2 r3c3", true),
    ("pencil-marks 1,3,5 r1c1", true),
    ("quadruple 1,2 r1c1 r1c2 r2c1 r2c2", true),
    ("ratio 2 r1c1 r1c2", true),
    ("region-sums r1c1-c3 / r1c4", true),
    ("relation 1:2 2:1 / r1c1:r1c2", true),
    ("rellik 5 r1c1-c3", true),
    ("renban r1c1-c3", true),
    ("rossini rising r1c1-c6", true),
    ("same-digits r1c1 r2c3 / r4c4 r5c6", true),
    ("sandwich 4 r1c1-c6", true),
    ("sequence .* r1c1-c3", true),
    ("skyscraper 3 r6c1-r1c1", true),
    ("squares entropy", false),
    ("strict difference=1 /", false),
    ("sum-cage 10 r1c1-c3", true),
    ("sum-line 10 r1c1-c5", true),
    ("thermometer r1c1-c3", true),
    ("tuples r1c1 r1c2 / 1,2 2,3", true),
    ("whisper 3 r1c1-c3", true),
    ("x-sum 10 r1c1-c6", true),
    ("zipper r1c1-c3", true),
];

/// A board for such a line.
fn board(line: &str) -> &'static str {
    match line {
        "doppelganger boxes" => "board 4x4\ndigits 0,1,2,3,4\n",
        _ => "board 6x6\nno-boxes\n",
    }
}

fn model(text: &str) -> Model {
    let builder = sheet::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    builder
        .build()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let value = node.attribute(name).expect(name);
    value.parse().expect(name)
}

/// The elements of a class.
fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).expect("XML");
    let found = document.descendants();
    found
        .filter(|node| node.attribute("class") == Some(class))
        .count()
}

/// Left, top, right and bottom of the view.
fn view(svg: &str) -> [f64; 4] {
    let document = Document::parse(svg).expect("XML");
    let view = document
        .root_element()
        .attribute("viewBox")
        .expect("a view");
    let view: Vec<f64> = view
        .split(' ')
        .map(|part| part.parse().expect(view))
        .collect();
    [view[0], view[1], view[0] + view[2], view[1] + view[3]]
}

#[test]
fn every_rule_with_a_shape_draws_it() {
    let words = RULES
        .iter()
        .map(|(line, _)| line.split(' ').next().expect("a word"));
    assert!(words.eq(sheet::words()), "a line for each rule");
    let drawn = |svg: &str| {
        svg.lines()
            .filter(|line| !line.starts_with("<desc>"))
            .count()
    };
    for (line, has_shape) in RULES {
        let empty = Picture::new(&model(board(line))).svg();
        let model = model(&format!("{}{line}\n", board(line)));
        for (_, theme) in Theme::ALL {
            let svg = Picture::new(&model).theme(theme).svg();
            Document::parse(&svg).unwrap_or_else(|error| panic!("{line}: {error}\n{svg}"));
            assert_eq!(drawn(&svg) > drawn(&empty), *has_shape, "{line}\n{svg}");
        }
    }
}

#[test]
fn all_that_is_drawn_lies_within_the_view() {
    for (line, _) in RULES {
        let svg = Picture::new(&model(&format!("{}{line}\n", board(line)))).svg();
        let [left, top, right, bottom] = view(&svg);
        let document = Document::parse(&svg).expect("XML");
        for node in document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
        {
            let (x, y) = (number(node, "x"), number(node, "y"));
            let half = number(node, "font-size") / 3.0;
            assert!(left + half <= x && x <= right - half, "{line}: {x}");
            assert!(top + half <= y && y <= bottom, "{line}: {y}");
        }
    }
}

#[test]
fn cells_are_where_a_page_looks_for_them() {
    let model = model(
        "board 3x4\ndigits 1,2,3,4\nboxes 2x1\ngivens .... ...3 ....\nskyscraper 2 r1c1-c4\n",
    );
    let svg = Picture::new(&model).svg();
    let document = Document::parse(&svg).expect("XML");
    let mut all = document.descendants();
    let given = all.find(|node| node.attribute("class") == Some("given"));
    let given = given.expect("a given");
    assert_eq!(given.text(), Some("3"));
    let (x, y) = (number(given, "x"), number(given, "y"));
    assert_eq!(((y / CELL) as usize, (x / CELL) as usize), (1, 3));
    assert!(view(&svg)[0] < -CELL / 2.0, "there is room for the clue");
    assert_eq!(view(&svg)[2..], [408.0, 308.0]);
}

#[test]
fn clues_make_room_on_their_side_alone() {
    let sides = |line: &str| {
        let [left, top, right, bottom] =
            view(&Picture::new(&model(&format!("board 6x6\n{line}\n"))).svg());
        [left < -40.0, top < -40.0, right > 640.0, bottom > 640.0]
    };
    assert_eq!(sides("sandwich 2 r1c1-c6"), [true, false, false, false]);
    assert_eq!(sides("sandwich 2 r1c1-r6c1"), [false, true, false, false]);
    assert_eq!(sides("sandwich 2 r1c6-c1"), [false, false, true, false]);
    assert_eq!(sides("sandwich 2 r6c1-r1c1"), [false, false, false, true]);
    assert_eq!(
        sides("little-killer 20 r1c1-r6c6"),
        [true, true, false, false]
    );
    assert_eq!(
        sides("sandwich 2 r1c2-c6"),
        [false; 4],
        "the line begins on the board"
    );
}

#[test]
fn two_clues_at_a_place_stand_one_behind_the_other() {
    let model = model("board 6x6\nsandwich 2 r1c1-c6\nskyscraper 3 r1c1-c6\n");
    let svg = Picture::new(&model).numbered(true).svg();
    let document = Document::parse(&svg).expect("XML");
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let places: BTreeSet<_> = texts
        .clone()
        .map(|node| [number(node, "x") as i64, number(node, "y") as i64])
        .collect();
    assert_eq!(places.len(), texts.count());
}

#[test]
fn digits_and_candidates_show_where_they_are() {
    let model = model("board 4x4\ngivens 1... .... .... ....\n");
    let grid: Grid = "12.. .... .... ....".parse().expect("a grid");
    let all = Digits::up_to(4);
    let svg = Picture::new(&model).digits(&grid).candidates(|_| all).svg();
    assert_eq!(
        ["given", "found", "candidate", "ring"].map(|class| count(&svg, class)),
        [1, 1, 14 * 4, 0]
    );
    let nine: Grid = ".".repeat(81).parse().expect("a grid");
    assert_eq!(count(&Picture::new(&model).digits(&nine).svg(), "found"), 0);
}

#[test]
fn a_step_shows_what_it_removes_and_says_why() {
    let grid: Grid = "12.. .... .... ...3".parse().expect("a grid");
    let model = Model::builder(grid.shape())
        .givens(&grid)
        .build()
        .expect("a model");
    let candidates = Candidates::of_model(&model).expect("a position");
    let step = candidates
        .clone()
        .next_step(&[Technique::Pointing])
        .expect("3 in row 2");
    let picture = Picture::new(&model)
        .candidates(|cell| candidates.get(cell))
        .step(&step);
    let svg = picture.svg();
    let removed: usize = step.remove.iter().map(|(_, digits)| digits.len()).sum();
    assert_eq!(count(&svg, "strike"), removed);
    assert_eq!(count(&svg, "ring"), removed + step.cells.len());
    assert!(svg.contains(&format!("<desc>{step}</desc>")));
}

#[test]
fn colored_cages_differ_from_their_neighbors() {
    let text = "board 4x4\ncage 3 r1c1-c2\ncage 7 r1c3-c4\ncage 7 r2c1-c2\ncage 3 r2c3-c4\n";
    let svg = Picture::new(&model(text)).colored(true).svg();
    let document = Document::parse(&svg).expect("XML");
    let fills = document
        .descendants()
        .filter(|node| node.attribute("width") == Some("200"));
    let fills: Vec<_> = fills.filter_map(|node| node.attribute("fill")).collect();
    let [a, b, c, d] = <[&str; 4]>::try_from(fills.clone()).expect("four cages");
    assert!(a != b && a != c && b != d && c != d, "{fills:?}");
    assert_eq!(
        count(&Picture::new(&model(text)).svg(), "fill"),
        4,
        "behind the totals"
    );
}

/// A rule that draws what no board has.
struct Odd;

impl Rule for Odd {
    fn name(&self) -> &'static str {
        "<odd> & \"even\""
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        Vec::new()
    }

    fn verify(&self, _grid: &Grid) -> Result<(), Broken> {
        Ok(())
    }

    fn sentence(&self) -> String {
        "Anything.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let far = Shape::with_side(25).expect("a side").cell(24, 24);
        let clue = |cells: &[Cell]| Mark::clue(cells, &"<&>");
        let shade = |cells| Mark::Shade { cells };
        let arrow = |cells| Mark::Arrow { cells };
        let pill = |cells| Mark::Pill { cells };
        vec![
            clue(&[]),
            clue(&[far]),
            clue(&[far, far]),
            shade(vec![far]),
            arrow(vec![]),
            arrow(vec![far, far]),
            pill(vec![]),
            pill(vec![far]),
            Mark::cage(&[], "<"),
            Mark::cage(&[far], "<"),
            Mark::dot(&[], Disc::None, ""),
            Mark::dot(&[far], Disc::White, "a b c & <"),
            Mark::Less { cells: [far; 2] },
        ]
    }
}

#[test]
fn rules_of_users_may_draw_anything() {
    let shape = Shape::with_side(4).expect("a side");
    let model = Model::builder(shape).rule(Odd).build().expect("a model");
    let far = Shape::with_side(25).expect("a side").cell(24, 24);
    let picture = Picture::new(&model).title("<title> & more").colored(true);
    let picture = picture
        .fill([far], Tint::Note)
        .ring(far, Digits::up_to(4), Tint::Note);
    let svg = picture.svg();
    let document = Document::parse(&svg).expect("XML");
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    assert_eq!(title.and_then(|title| title.text()), Some("<title> & more"));
    assert!(svg.contains("1 &lt;odd&gt; &amp; &quot;even&quot;"));
}
