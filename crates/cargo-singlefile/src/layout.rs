//! Fewer lines: what the formatter broke and what fits into one line stands in one. It has narrower
//! lines than we have, and breaks each struct and each body of a function.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, LineColumn, TokenStream, TokenTree};

use crate::tokens::{is_keyword, is_punct};

/// The longest line. A tab is four columns.
const WIDTH: usize = 100;

/// The text of an item in fewer lines.
pub(crate) fn joined(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // What is joined inside of something makes room for that.
    loop {
        let Ok(tokens) = text_of(&lines).parse::<TokenStream>() else {
            return text.to_owned();
        };
        let mut groups = Groups::default();
        groups.look(tokens, Kind::List);
        let count = lines.len();
        groups.join(&mut lines);
        if lines.len() == count {
            join_chains(&mut lines, &groups.literals);
        }
        if lines.len() == count {
            break;
        }
    }
    let new = text_of(&lines);
    let form = |text: &str| syn::parse_file(text).map(|file| prettyplease::unparse(&file));
    match (form(text), form(&new)) {
        (Ok(before), Ok(after)) if before == after => new,
        _ => text.to_owned(),
    }
}

fn text_of(lines: &[String]) -> String {
    lines.iter().map(|line| line.to_owned() + "\n").collect()
}

fn width(line: &str) -> usize {
    let signs = line.chars();
    signs.map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Its parts have commas between them.
    List,
    /// The same in braces.
    Fields,
    /// The body of a function, a closure or an arm.
    Body,
    /// The body of an arm, which needs no braces if it is one expression.
    Arm,
    /// The body of a loop or a condition.
    Block,
    /// What has lines of its own always.
    Lines,
}

/// The lines in which a group begins and ends, from 0, with the columns of its signs.
type Place = ([usize; 2], [usize; 2], Kind);

#[derive(Default)]
struct Groups {
    all: Vec<Place>,
    /// Lines that begin within a literal.
    literals: BTreeSet<usize>,
}

impl Groups {
    fn look(&mut self, tokens: TokenStream, around: Kind) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => {
                    let kind = kind_of(group, &trees[..at], around);
                    self.look(group.stream(), kind);
                    let (open, close) = (group.span_open().start(), group.span_close().start());
                    if kind != Kind::Lines && open.line < close.line {
                        let place = |of: LineColumn| [of.line - 1, of.column];
                        self.all.push((place(open), place(close), kind));
                    }
                }
                TokenTree::Literal(literal) => {
                    let (from, to) = (literal.span().start().line, literal.span().end().line);
                    self.literals.extend(from..to);
                }
                _ => {}
            }
        }
    }

    /// Joins the lines of groups in which nothing else is on several lines, from the last to the
    /// first.
    fn join(&self, lines: &mut Vec<String>) {
        let mut all = self.all.clone();
        // Others are around something that is not joined.
        all.retain(|&([from, open], [to, close], _)| {
            let ends = |line: &str| line.chars().count() == open + 1;
            let indent = lines[to].len() - lines[to].trim_start().len();
            ends(&lines[from]) && indent == close
        });
        all.sort_unstable_by_key(|&([from, _], [to, _], _)| (Reverse(from), to));
        // From here on lines are others.
        let mut end = lines.len();
        for ([from, _], [to, _], kind) in all {
            // A line in which one begins may be that in which another one ends.
            let is_whole = to < end && (from + 1..=to).all(|line| !self.literals.contains(&line));
            if !is_whole {
                continue;
            }
            let (mut last, mut new) = (to, one_line(&lines[from..=to], kind));
            if kind == Kind::Block {
                // What is `else` is joined with what is not.
                let is_other = |line: usize| lines[line].trim_start().starts_with("} else");
                let other = |&&([start, _], [last, _], _): &&Place| start == to && last < end;
                new = match self.all.iter().find(other) {
                    _ if is_other(from) => continue,
                    Some(([start, _], [end, _], Kind::Block)) if is_other(to) => {
                        last = *end;
                        let literals =
                            (*start + 1..=last).any(|line| self.literals.contains(&line));
                        let other = one_line(&lines[*start..=last], kind).filter(|_| !literals);
                        new.zip(other)
                            .filter(|(first, _)| !first.contains(';'))
                            .and_then(|(first, other)| {
                                let first = first.strip_suffix(lines[to].trim_start())?;
                                let inner = other.strip_suffix(lines[last].trim_start())?;
                                let both = first.to_owned() + other.trim_start();
                                (!inner.contains(';')).then_some(both)
                            })
                    }
                    _ if is_other(to) => continue,
                    _ => new,
                };
            }
            let new = match new {
                Some(new) if width(&new) <= WIDTH => vec![new],
                _ => match hugged(&lines[from..=to], kind) {
                    Some(new) if width(&new[0]) <= WIDTH => {
                        last = to;
                        new
                    }
                    _ => continue,
                },
            };
            lines.splice(from..=last, new);
            end = from;
        }
    }
}

/// The lines of a group in one; none if they are more than that.
fn one_line(lines: &[String], kind: Kind) -> Option<String> {
    let (first, last) = (lines.first()?.trim_end(), lines.last()?.trim_start());
    let inner: Vec<&str> = lines[1..lines.len() - 1]
        .iter()
        .map(|line| line.trim())
        .collect();
    let is_block = matches!(kind, Kind::Body | Kind::Arm | Kind::Block);
    let opens = |line: &&str| line.ends_with(['(', '[', '{']);
    if inner.is_empty() || inner.iter().any(opens) || inner.contains(&"") {
        return None;
    }
    if is_block {
        // Of several lines in a body the first ones are statements, but for the rests of an
        // expression.
        let is_rest = |line: &&str| is_rest(line);
        let (end, before) = inner.split_last()?;
        let is_one =
            inner[1..].iter().all(is_rest) && !before.iter().any(|line| line.ends_with(';'));
        let is_statement = end.ends_with(';') || kind == Kind::Block;
        if !is_one || (is_statement && is_like_block(inner[0])) {
            return None;
        }
    }
    let mut text = String::new();
    for line in &inner {
        if !text.is_empty() && !line.starts_with(['.', '?']) {
            text.push(' ');
        }
        text += line;
    }
    let blank = if kind == Kind::List { "" } else { " " };
    if !is_block {
        // A single part in plain brackets is no tuple, if it was one before.
        let is_tuple = inner.len() == 1 && !is_called(first);
        if !(is_tuple && kind == Kind::List && first.ends_with('(')) {
            text = text.strip_suffix(',').unwrap_or(&text).to_owned();
        }
    }
    if kind == Kind::Arm && last == "}" && !is_like_block(&text) && !text.ends_with(';') {
        return Some(format!("{} {text},", first.strip_suffix('{')?.trim_end()));
    }
    Some(format!("{first}{blank}{text}{blank}{last}"))
}

/// The lines of a call whose only argument is on several lines, which begin and end with those of
/// the argument.
fn hugged(lines: &[String], kind: Kind) -> Option<Vec<String>> {
    let (first, last) = (lines.first()?, lines.last()?.trim_start());
    let (start, end) = (lines.get(1)?, lines.get(lines.len().checked_sub(2)?)?);
    let depth = |line: &str| line.len() - line.trim_start_matches('\t').len();
    let deep = depth(start);
    let is_inside = |line: &String| line.is_empty() || depth(line) > deep;
    let is_one = kind == Kind::List
        && is_called(first)
        && lines.len() > 4
        && start.ends_with(['(', '[', '{'])
        && depth(end) == deep
        && end.trim_start().starts_with([')', ']', '}'])
        && end.trim_end_matches(',').len() <= deep + 2
        && lines[2..lines.len() - 2].iter().all(is_inside);
    if !is_one {
        return None;
    }
    let mut new = vec![first.to_owned() + start.trim_start()];
    let inner = lines[2..lines.len() - 2].iter();
    new.extend(inner.map(|line| line.strip_prefix('\t').unwrap_or(line).to_owned()));
    new.push(end[1..].trim_end_matches(',').to_owned() + last);
    Some(new)
}

/// Whether an expression stands in an arm without a comma behind it, or what is behind it may be a
/// part of it.
fn is_like_block(text: &str) -> bool {
    const WORDS: [&str; 7] = ["if", "match", "for", "while", "loop", "unsafe", "let"];
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(|word| WORDS.contains(&word)) || text.starts_with(['{', '\'', '#'])
}

/// Whether a bracket at the end is behind a name or a type.
fn is_called(line: &str) -> bool {
    let before = line.strip_suffix('(').unwrap_or(line);
    before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '>' | ')' | '!'))
}

fn kind_of(group: &Group, before: &[TokenTree], around: Kind) -> Kind {
    if group.delimiter() != Delimiter::Brace {
        // The formatter knows no macro but some, and leaves the others as they are.
        return Kind::List;
    }
    match before {
        [.., TokenTree::Punct(a), TokenTree::Punct(b)]
            if a.as_char() == '=' && b.as_char() == '>' =>
        {
            return Kind::Arm;
        }
        [.., TokenTree::Punct(bar)] if bar.as_char() == '|' => return Kind::Body,
        [.., bang] if is_punct(Some(bang), '!') => return Kind::Lines,
        [] => return Kind::Lines,
        _ => {}
    }
    // The words since the last statement or part.
    let ends = |tree: &&TokenTree| match tree {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        tree => !is_punct(Some(tree), ';') && !is_punct(Some(tree), ','),
    };
    let mut words = BTreeSet::new();
    for tree in before.iter().rev().take_while(ends) {
        if let TokenTree::Ident(word) = tree {
            words.insert(word.to_string());
        }
    }
    let says = |some: &[&str]| some.iter().any(|word| words.contains(*word));
    if says(&["use"]) {
        return Kind::List;
    }
    if says(&["fn"]) {
        return Kind::Body;
    }
    if says(&["struct", "enum"]) {
        return Kind::Fields;
    }
    let last = before.last();
    let is_name = matches!(last, Some(TokenTree::Ident(word)) if !is_keyword(&word.to_string()) || word == "Self");
    let is_path = is_name || is_punct(last, '>');
    let of_block = [
        "match",
        "unsafe",
        "mod",
        "impl",
        "trait",
        "union",
        "extern",
        "async",
        "macro_rules",
        "where",
    ];
    if says(&["if", "else", "while", "for", "loop"]) && !says(&of_block) {
        return Kind::Block;
    }
    match is_path && !says(&of_block) && !matches!(around, Kind::Lines if before.is_empty()) {
        true => Kind::Fields,
        false => Kind::Lines,
    }
}

/// Whether a line goes on with an expression.
fn is_rest(line: &str) -> bool {
    const SIGNS: [&str; 22] = [
        ".", "?", "&& ", "|| ", "& ", "| ", "+ ", "- ", "* ", "/ ", "% ", "^ ", "== ", "!= ", "< ",
        "> ", "<= ", ">= ", "= ", "<< ", ">> ", "as ",
    ];
    const SETS: [&str; 8] = ["+= ", "-= ", "*= ", "&= ", "|= ", "^= ", ">>= ", "<<= "];
    SIGNS.iter().chain(&SETS).any(|sign| line.starts_with(sign))
}

/// Joins lines that go on with an expression to the first of it. The last of a chain may go on
/// itself.
fn join_chains(lines: &mut Vec<String>, literals: &BTreeSet<usize>) {
    let depth = |line: &str| line.len() - line.trim_start_matches('\t').len();
    let mut at = lines.len();
    while at > 1 {
        at -= 1;
        let (first, start) = (at - 1, depth(&lines[at - 1]));
        let goes_on = |line: &str| depth(line) == start + 1 && is_rest(line.trim());
        let ends = ['{', '(', '[', ';', ',', '}'];
        if lines[first].trim().is_empty() || lines[first].ends_with(ends) || !goes_on(&lines[at]) {
            continue;
        }
        let mut text = lines[first].clone();
        let mut end = at;
        while end < lines.len() && goes_on(&lines[end]) {
            let line = lines[end].trim();
            if !line.starts_with(['.', '?']) {
                text.push(' ');
            }
            text += line;
            end += 1;
        }
        // What the last line opens ends with a line as deep as it.
        let mut close = end;
        if text.ends_with(['{', '(', '[']) {
            let closes = |line: &String| depth(line) <= start + 1;
            match lines[end..].iter().position(closes) {
                Some(more) => close = end + more + 1,
                None => continue,
            }
        }
        let is_end = |line: Option<&String>| line.is_none_or(|line| !goes_on(line));
        let moves = (at..close).all(|line| !literals.contains(&line));
        if width(&text) > WIDTH || !moves || !is_end(lines.get(close)) {
            continue;
        }
        let mut new = vec![text];
        new.extend(lines[end..close].iter().map(|line| line[1..].to_owned()));
        lines.splice(first..close, new);
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[track_caller]
    fn joins(text: &str, expected: &str) {
        assert_eq!(joined(text), expected);
    }

    #[test]
    fn what_fits_into_a_line_stands_in_one() {
        joins(
            "fn f() -> A {\n\tA {\n\t\ta: 1,\n\t\tb,\n\t}\n}\n",
            "fn f() -> A { A { a: 1, b } }\n",
        );
        joins(
            "fn f() {\n\tlet a = b\n\t\t.c()\n\t\t.d(|e| {\n\t\t\tf();\n\t\t\tg()\n\t\t});\n\tx = (\n\t\t1,\n\t);\n}\n",
            "fn f() {\n\tlet a = b.c().d(|e| {\n\t\tf();\n\t\tg()\n\t});\n\tx = (1,);\n}\n",
        );
        joins(
            "fn f() {\n\tmatch a {\n\t\tB => {\n\t\t\tg(b)\n\t\t}\n\t\t_ => {\n\t\t\tif c { d } else { e }\n\t\t}\n\t}\n}\n",
            "fn f() {\n\tmatch a {\n\t\tB => g(b),\n\t\t_ => { if c { d } else { e } }\n\t}\n}\n",
        );
    }

    #[test]
    fn blocks_and_single_arguments() {
        joins(
            "fn f() {\n\tif a {\n\t\treturn;\n\t}\n\tlet b = if c {\n\t\td\n\t} else {\n\t\te\n\t};\n}\n",
            "fn f() {\n\tif a { return; }\n\tlet b = if c { d } else { e };\n}\n",
        );
        joins(
            "fn f() {\n\tg(\n\t\tmatch a {\n\t\t\tB => 1,\n\t\t\tC => 2,\n\t\t},\n\t)\n}\n",
            "fn f() {\n\tg(match a {\n\t\tB => 1,\n\t\tC => 2,\n\t})\n}\n",
        );
        joins(
            "enum A {\n\tB(u8),\n\tC,\n}\nuse a::{\n\tb, c,\n};\n",
            "enum A { B(u8), C }\nuse a::{b, c};\n",
        );
    }

    #[test]
    fn statements_and_long_lines_stay() {
        let long = "a".repeat(95);
        for text in [
            "fn f() {\n\tg();\n\th();\n}\n".to_owned(),
            "fn f() {\n\tif a {\n\t\tb();\n\t} else {\n\t\tc();\n\t}\n}\n".to_owned(),
            "fn f() {\n\tfor a in b {\n\t\tif c {\n\t\t\tg();\n\t\t\th();\n\t\t}\n\t}\n}\n"
                .to_owned(),
            "trait A {\n\tfn b();\n}\n".to_owned(),
            format!("fn f() {{\n\tg(\n\t\t{long},\n\t\tb,\n\t)\n}}\n"),
            "fn f() {\n\tg(\n\t\t\"\n\",\n\t)\n}\n".to_owned(),
        ] {
            joins(&text, &text);
        }
    }
}
