//! `solve --svg`: tilings as pictures.

use crate::{run, Run};
use insta::assert_snapshot;
use roxmltree::Document;

/// Names of pieces, and the number of different colors.
fn pieces(run: &Run) -> (Vec<String>, usize) {
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let document = Document::parse(&run.out).expect("XML");
    let pieces = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("piece"));
    let title =
        |piece: roxmltree::Node<'_, '_>| piece.first_element_child()?.text().map(String::from);
    let mut colors: Vec<_> = pieces
        .clone()
        .map(|piece| piece.attribute("fill"))
        .collect();
    colors.sort_unstable();
    colors.dedup();
    (pieces.filter_map(title).collect(), colors.len())
}

#[test]
fn pentominoes_have_names_and_colors() {
    let run = run("solve --svg pent6x10s.dlx", "");
    let (mut names, colors) = pieces(&run);
    names.sort_unstable();
    assert_eq!(names.concat(), "FILNPTUVWXYZ");
    assert!((3..=6).contains(&colors), "{colors}");
    assert!(
        run.out.contains("viewBox=\"-8 -8 1016 616\""),
        "6 x 10 squares"
    );
}

#[test]
fn places_have_names_of_every_form() {
    let tiling = |cells: [&str; 4]| {
        let [a, b, c, d] = cells;
        let input = format!("{}\n{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n", cells.join(" "));
        let run = run("solve --svg=print", &input);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(run.out.contains("viewBox=\"-8 -8 216 216\""), "{}", run.out);
        run.out
    };
    let first = tiling(["r1c1", "r1c2", "r2c1", "r2c2"]);
    assert_eq!(tiling(["0,0", "0,1", "1,0", "1,1"]), first);
    assert_eq!(tiling(["a1", "a2", "b1", "b2"]), first);
    assert_eq!(tiling(["00", "01", "10", "11"]), first);
}

#[test]
fn what_is_no_tiling_is_refused() {
    let refused = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
        run.err.lines().next().expect("a message").to_owned()
    };
    for file in [
        "langford8",
        "queens8",
        "sud9-clue17",
        "planted60",
        "soma",
        "edge6x6b",
    ] {
        let message = refused(&format!("solve --svg {file}.dlx"), "");
        assert!(
            message.contains("dlx: --svg expected items named by row and column"),
            "{message}"
        );
    }
    assert_snapshot!(refused("solve --svg", "r1c1 r9c9\nr1c1 r9c9\n"), @r#"stdin: --svg expected items named by row and column, such as r1c2, "1,2", a2 or 12, up to 500 of each and none left out, found "r1c1""#);
    assert_snapshot!(refused("solve --svg", "r1c1 A\nr1c1\nA\n"), @"stdin:3: --svg: the option has no place on the board");
    assert_snapshot!(refused("solve --svg", "A B | r1c1\nA r1c1:a\nB r1c1:a\n"), @"stdin:3: --svg: r1c1 is in the option of line 2, too");
    assert_snapshot!(refused("solve --svg --json", ""), @"exactcover: --svg draws one solution, without --json, --numbers and --first");
    assert_snapshot!(refused("solve --svg --first=2", ""), @"exactcover: --svg draws one solution, without --json, --numbers and --first");
    assert_snapshot!(refused("solve --svg=red", ""), @r#"exactcover: --svg: expected one of light, dark, print, found "red""#);
    assert_snapshot!(refused("count --svg", ""), @r#"exactcover: --svg does not apply to "count""#);
}

#[test]
fn no_solution_is_no_picture() {
    let run = run("solve --svg mutil6x6.dlx", "");
    assert_eq!((run.code, &*run.out), (Some(1), ""));
}
