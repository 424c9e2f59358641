//! Tokens with the fewest blanks that keep them apart.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};

use crate::tokens::{captures, is_format_macro, is_keyword, is_punct, plain};

/// Lines are at least as long as this. They end where a blank must be, so that an end costs
/// nothing.
const WIDTH: usize = 120;

/// Writes tokens and remembers where each identifier went.
#[derive(Debug, Default)]
pub(crate) struct Squeezer {
    pub(crate) text: String,
    line_start: usize,
    line: usize,
    last: Option<Last>,
    /// The old names of the identifiers by line and column, both from 1.
    pub(crate) names: BTreeMap<(usize, usize), String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Word,
    Literal,
    /// A token to which the next one must stick.
    Joint,
    Punct(char),
    Delimiter,
}

impl Squeezer {
    /// Writes all tokens, identifiers by their new names.
    pub(crate) fn write(&mut self, tokens: TokenStream, new: &BTreeMap<String, String>) {
        self.tokens(tokens, new, Place::Code);
        self.text.push('\n');
    }

    fn tokens(&mut self, tokens: TokenStream, new: &BTreeMap<String, String>, place: Place) {
        let trees: Vec<_> = tokens.into_iter().collect();
        let mut skipped = 0;
        for (i, tree) in trees.iter().enumerate() {
            if place == Place::Fields && is_said_twice(&trees, i, new) {
                skipped = i + 2;
            }
            if i < skipped {
                continue;
            }
            match tree {
                _ if i + 1 == trees.len()
                    && matches!(place, Place::Fields | Place::List)
                    && is_punct(Some(tree), ',') => {}
                TokenTree::Ident(ident) => {
                    // What follows the colon of `$name:kind` is a word of the language.
                    let kind = i >= 3
                        && is_punct(trees.get(i - 1), ':')
                        && is_punct(trees.get(i - 3), '$');
                    self.ident(
                        ident,
                        if place == Place::Attribute || kind {
                            None
                        } else {
                            new.get(&plain(ident))
                        },
                    );
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let formats = place == Place::Format && text.starts_with(['"', 'r']);
                    let text = if formats {
                        rename_captures(&text, new)
                    } else {
                        text
                    };
                    self.put(&text, Last::Literal);
                }
                TokenTree::Punct(punct) => {
                    let c = punct.as_char();
                    let joint = punct.spacing() == Spacing::Joint;
                    self.put(
                        c.encode_utf8(&mut [0; 4]),
                        if joint { Last::Joint } else { Last::Punct(c) },
                    );
                }
                TokenTree::Group(group) => {
                    let inside = place.inside(&trees[..i], group.delimiter());
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    if !open.is_empty() {
                        self.put(open, Last::Delimiter);
                    }
                    self.tokens(group.stream(), new, inside);
                    if !close.is_empty() {
                        self.put(close, Last::Delimiter);
                    }
                }
            }
        }
    }

    fn ident(&mut self, ident: &Ident, new: Option<&String>) {
        let old = ident.to_string();
        let text = new.unwrap_or(&old);
        self.put(text, Last::Word);
        let column = self.text[self.line_start..].chars().count() - text.chars().count() + 1;
        self.names.insert((self.line + 1, column), plain(ident));
    }

    fn put(&mut self, text: &str, this: Last) {
        let first = text.chars().next().unwrap_or(' ');
        let apart = match (self.last, this) {
            (Some(Last::Word), Last::Word | Last::Literal) => true,
            // `name"`, `name'` and `name#` are reserved.
            (Some(Last::Word), _) => first == '\'' || first == '#',
            (Some(Last::Literal), Last::Word | Last::Literal) => true,
            (Some(Last::Literal), _) => first == '.' && self.text.ends_with('.'),
            (Some(Last::Punct(before)), Last::Punct(_) | Last::Joint) => glues(before, first),
            _ => false,
        };
        let may_break = self.last != Some(Last::Joint);
        if may_break && apart && self.text.len() - self.line_start > WIDTH {
            self.text.push('\n');
            self.line += 1;
            self.line_start = self.text.len();
        } else if apart {
            self.text.push(' ');
        }
        self.text += text;
        if let Some(at) = text.rfind('\n') {
            self.line += text.matches('\n').count();
            self.line_start = self.text.len() - text.len() + at + 1;
        }
        self.last = Some(this);
    }
}

/// Whether `x: x` starts at `index` with these names, or `x: ref mut x`: a field and a variable in
/// the small form of its struct.
fn is_said_twice(trees: &[TokenTree], index: usize, new: &BTreeMap<String, String>) -> bool {
    let name = |index: usize| match trees.get(index) {
        Some(TokenTree::Ident(ident)) => {
            let old = plain(ident);
            Some(new.get(&old).cloned().unwrap_or(old))
        }
        _ => None,
    };
    let starts = index == 0 || is_punct(trees.get(index - 1), ',');
    let colon = matches!(trees.get(index + 1), Some(TokenTree::Punct(sign))
        if sign.as_char() == ':' && sign.spacing() == Spacing::Alone);
    if !starts || !colon {
        return false;
    }
    let mut second = index + 2;
    while matches!(name(second).as_deref(), Some("ref" | "mut")) {
        second += 1;
    }
    let ends = second + 1 == trees.len() || is_punct(trees.get(second + 1), ',');
    ends && name(index).is_some() && name(index) == name(second)
}

/// What decides whether a word may have its new name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    /// A group of code in which a comma at the end says nothing: that of `(a,)` makes a tuple.
    List,
    /// The same in braces, where fields may stand. Among parameters and in a definition the second
    /// one is a type.
    Fields,
    Attribute,
    /// The arguments of a macro that formats: names in its strings are names of the code.
    Format,
    /// What another macro is given, which may look at every token.
    Macro,
}

impl Place {
    /// The place inside of a group behind these trees.
    fn inside(self, before: &[TokenTree], delimiter: Delimiter) -> Place {
        let is_called = match before {
            [.., TokenTree::Ident(name)] => name == "fn" || !is_keyword(&name.to_string()),
            _ => false,
        };
        if self == Place::Attribute || is_attribute(before) {
            Place::Attribute
        } else if formats(before) {
            Place::Format
        } else if self == Place::Macro || is_macro(before) {
            Place::Macro
        } else if delimiter == Delimiter::Brace && !defines(before) {
            Place::Fields
        } else if delimiter != Delimiter::Parenthesis || is_called {
            Place::List
        } else {
            Place::Code
        }
    }
}

/// Whether the trees end in the head of a struct's definition.
fn defines(before: &[TokenTree]) -> bool {
    let ends = |tree: &&TokenTree| match tree {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        tree => !is_punct(Some(tree), ';'),
    };
    let mut head = before.iter().rev().take_while(ends);
    head.any(|tree| matches!(tree, TokenTree::Ident(word) if word == "struct" || word == "union"))
}

/// Whether the trees end in `name!` or `macro_rules! name`.
fn is_macro(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(name), bang] if is_punct(Some(bang), '!') => {
            !is_keyword(&name.to_string())
        }
        [.., bang, TokenTree::Ident(_)] => is_punct(Some(bang), '!'),
        _ => false,
    }
}

fn rename_captures(text: &str, new: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (start, name) in captures(text) {
        out += &text[at..start];
        out += new.get(name).map_or(name, String::as_str);
        at = start + name.len();
    }
    out + &text[at..]
}

/// Whether the trees end in the name of a macro that formats.
pub(crate) fn formats(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(bang)] => {
            bang.as_char() == '!' && is_format_macro(&plain(name))
        }
        _ => false,
    }
}

/// Whether the trees end in `#` or `#!`.
pub(crate) fn is_attribute(before: &[TokenTree]) -> bool {
    let at = |back: usize| {
        before
            .len()
            .checked_sub(back)
            .and_then(|index| before.get(index))
    };
    is_punct(at(1), '#') || (is_punct(at(1), '!') && is_punct(at(2), '#'))
}

/// Whether two signs would be read as one.
fn glues(a: char, b: char) -> bool {
    matches!(
        (a, b),
        (
            '=' | '!' | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '^' | '&' | '|' | '.',
            '='
        ) | ('=' | '-', '>')
            | ('<', '-' | '<')
            | ('&', '&')
            | ('|', '|')
            | (':', ':')
            | ('.', '.')
            | ('/', '/' | '*')
    )
}

#[cfg(test)]
mod tests {
    use super::Squeezer;

    fn squeezed(text: &str) -> String {
        let mut squeezer = Squeezer::default();
        squeezer.write(
            text.parse().unwrap(),
            &[("long".to_owned(), "x".to_owned())].into(),
        );
        squeezer.text
    }

    #[test]
    fn keeps_words_and_signs_apart() {
        let text = "fn long < 'a > ( b : & 'a str ) -> bool { b == \"1\" && - 1 < - 2 && 1. .. 2. != x . 0 }";
        assert_eq!(
            squeezed(text),
            "fn x<'a>(b:&'a str)->bool{b==\"1\"&&-1< -2&&1. ..2.!=x.0}\n"
        );
    }

    #[test]
    fn leaves_attributes_and_kinds_of_fragments_alone() {
        assert_eq!(
            squeezed("# [ long ( a ) ] $ a : long , long"),
            "#[long(a)]$a:long,x\n"
        );
    }

    #[test]
    fn renames_what_a_format_string_captures() {
        let text = r#"format ! ( "{long:>long$} {{long}} {:x}" , long ) ; own ! ( "{long}" )"#;
        assert_eq!(
            squeezed(text),
            "format!(\"{x:>x$} {{long}} {:x}\",x);own!(\"{long}\")\n"
        );
    }

    #[test]
    fn drops_commas_that_say_nothing() {
        let text = "f (a , b ,) ; let x = (a ,) ; [a ,] ; S { a , } ; fn (A ,) ; x < T > (a ,) ; if ! (a ,) { }";
        assert_eq!(
            squeezed(text),
            "f(a,b);let x=(a,);[a];S{a};fn(A);x<T>(a,);if!(a,){}\n"
        );
        let text = "own ! (a , [b ,] ,) ; macro_rules ! m { (c ,) => { [d ,] } } format ! (\"\" , f (a ,) ,)";
        assert_eq!(
            squeezed(text),
            "own!(a,[b,],);macro_rules!m{(c,)=>{[d,]}}format!(\"\",f(a),)\n"
        );
    }

    #[test]
    fn says_a_field_and_a_variable_of_one_name_once() {
        assert_eq!(
            squeezed("A { x : long , b : ref mut b , c : d , e : f :: e } fn f (g : long)"),
            "A{x,ref mut b,c:d,e:f::e}fn f(g:x)\n"
        );
    }

    #[test]
    fn breaks_long_lines_where_a_blank_must_be() {
        let text = "a + ".repeat(100) + "b as c";
        let lines = "a+".repeat(100) + "b\nas c\n";
        assert_eq!(squeezed(&text), lines);
    }

    #[test]
    fn remembers_where_each_name_went() {
        let mut squeezer = Squeezer::default();
        squeezer.write(
            "a \"two\nlines\" long".parse().unwrap(),
            &[("long".to_owned(), "x".to_owned())].into(),
        );
        assert_eq!(squeezer.text, "a \"two\nlines\" x\n");
        let names: Vec<_> = squeezer.names.into_iter().collect();
        assert_eq!(
            names,
            [((1, 1), "a".to_owned()), ((2, 8), "long".to_owned())]
        );
    }
}
