//! Which impls are wanted: by types with fields of other types, and by what an error says.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{GenericArgument, ItemImpl, PathArguments, PathSegment, Type};

use crate::tokens::plain;
use crate::units::head_of;

/// The names of the types that need a trait so that a field of this type has it.
pub(crate) fn each_needed(field: &Type, of: &str, names: &mut BTreeSet<String>) {
    let copies = matches!(of, "Clone" | "Copy");
    match field {
        Type::Array(array) => each_needed(&array.elem, of, names),
        Type::Group(group) => each_needed(&group.elem, of, names),
        Type::Paren(paren) => each_needed(&paren.elem, of, names),
        Type::Slice(slice) => each_needed(&slice.elem, of, names),
        Type::Tuple(all) => all.elems.iter().for_each(|ty| each_needed(ty, of, names)),
        Type::Reference(lent) if !copies => each_needed(&lent.elem, of, names),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else {
                return;
            };
            let name = plain(&last.ident);
            let is_enough = match name.as_str() {
                "PhantomData" => true,
                "Arc" | "Rc" => copies,
                "Box" => false,
                _ => of == "Default",
            };
            if let (PathArguments::AngleBracketed(list), false) = (&last.arguments, is_enough) {
                for argument in &list.args {
                    if let GenericArgument::Type(argument) = argument {
                        each_needed(argument, of, names);
                    }
                }
            }
            names.insert(name);
        }
        _ => {}
    }
}

/// What a type is at its outside: how it is lent, or its name.
fn outside(text: &str) -> &str {
    let lent = text.strip_prefix('&').map(str::trim_start);
    // The name of a lifetime says nothing.
    let lent = lent.map(|rest| match rest.strip_prefix('\'') {
        Some(named) => named.split_once(' ').map_or("", |(_, rest)| rest),
        None => rest,
    });
    match (lent, text.chars().next()) {
        (Some(rest), _) if rest.starts_with("mut ") => "&mut",
        (Some(_), _) => "&",
        (None, Some('[' | '(' | '*')) => &text[..1],
        _ => {
            let path = text
                .split(['<', '>', ','])
                .next()
                .unwrap_or_default()
                .trim_end();
            path.rsplit(':').next().unwrap_or_default().trim_start()
        }
    }
}

/// Whether this, the head of an impl, is none of these types and traits, although its trait is one
/// of them.
pub(crate) fn is_other(head: &str, bounds: &[(&str, &str)]) -> bool {
    let head = head_of(head);
    let path = head.as_ref().and_then(|head| head.trait_.as_ref());
    let last = path.and_then(|(_, path, _)| path.segments.last());
    let (Some(head), Some(last)) = (&head, last) else {
        return false;
    };
    let of_trait = |bound: &&(&str, &str)| last.ident == outside(bound.1);
    let mut of_trait = bounds.iter().filter(of_trait).peekable();
    of_trait.peek().is_some() && !of_trait.any(|&(of, by)| is_of(head, last, of, by))
}

/// Whether a trait with what it is given may be implemented for a type by this impl of it, by their
/// outsides.
fn is_of(head: &ItemImpl, by_this: &PathSegment, of: &str, by: &str) -> bool {
    let is_any = |ty: &Type| match ty {
        Type::Path(path) => path.path.segments.first().is_some_and(|first| {
            let mut parameters = head.generics.type_params();
            parameters.any(|parameter| parameter.ident == first.ident)
        }),
        _ => false,
    };
    let is_same = |ty: &Type, text: &str| {
        is_any(ty) || outside(&ty.to_token_stream().to_string()) == outside(text)
    };
    let wanted = match &by_this.arguments {
        PathArguments::AngleBracketed(list) => list.args.first(),
        _ => None,
    };
    is_same(&head.self_ty, of)
        && match wanted {
            // Who says nothing means the type itself.
            Some(GenericArgument::Type(wanted)) => {
                is_same(wanted, by.split_once('<').map_or(of, |(_, given)| given))
            }
            _ => true,
        }
}

#[cfg(test)]
mod tests {
    use super::{each_needed, is_other};
    use std::collections::BTreeSet;

    #[test]
    fn fields_need_what_their_type_has() {
        for (field, of, wanted) in [
            ("Vec<Option<Cell>>", "Debug", "Cell Option Vec"),
            ("&'a [(Cell, [House; 9])]", "PartialEq", "Cell House"),
            ("&'a Cell", "Clone", ""),
            ("Arc<Cell>", "Clone", "Arc"),
            ("Arc<Cell>", "Hash", "Arc Cell"),
            ("Vec<Cell>", "Default", "Vec"),
            ("Box<Cell>", "Default", "Box Cell"),
            ("PhantomData<Cell>", "Debug", "PhantomData"),
            ("fn(Cell) -> House", "Debug", ""),
        ] {
            let mut names = BTreeSet::new();
            each_needed(&syn::parse_str(field).unwrap(), of, &mut names);
            let names: Vec<String> = names.into_iter().collect();
            assert_eq!(names.join(" "), wanted, "{of} of {field}");
        }
    }

    #[test]
    fn an_impl_is_told_from_others_of_its_trait_by_what_an_error_quotes() {
        const BY_VALUE: &str = "impl < A : Array > IntoIterator for SmallVec < A > {";
        const LENT: &str = "impl < 'a , A : Array > IntoIterator for & 'a SmallVec < A > {";
        const CHANGED: &str = "impl < 'a , A : Array > IntoIterator for & 'a mut SmallVec < A > {";
        const OF_ARRAY: &str = "impl < T , const N : usize > From < [T ; N] > for List < T > {";
        const OF_SLICE: &str = "impl < A : Array > From < & [A :: Item] > for List < A > {";
        const OF_ANY: &str =
            "impl < A : Array > std :: iter :: FromIterator < A :: Item > for List < A > {";
        const OF_WORDS: &str = "impl FromIterator < Word > for Words {";
        const OF_OTHER: &str = "impl PartialEq < str > for Text {";
        for (head, of, by, fits) in [
            (BY_VALUE, "SmallVec<[u64; 4]>", "IntoIterator", true),
            (LENT, "SmallVec<[u64; 4]>", "IntoIterator", false),
            (LENT, "&SmallVec<[u64; 4]>", "IntoIterator", true),
            (
                LENT,
                "&'a SmallVec<[u64; 4]>",
                "std::iter::IntoIterator",
                true,
            ),
            (CHANGED, "&SmallVec<[u64; 4]>", "IntoIterator", false),
            (CHANGED, "&mut a::SmallVec<[u64; 4]>", "IntoIterator", true),
            (OF_ARRAY, "List<u8>", "From<[u8; 16]>", true),
            (OF_ARRAY, "List<u8>", "From<&[u8]>", false),
            (OF_SLICE, "List<u8>", "From<&[u8]>", true),
            (OF_ANY, "List<u8>", "FromIterator<u8>", true),
            (OF_ANY, "Other<u8>", "FromIterator<u8>", false),
            (OF_WORDS, "Words", "FromIterator<Word>", true),
            (OF_WORDS, "Words", "FromIterator<u8>", false),
            (OF_OTHER, "Text", "PartialEq", false),
            (OF_OTHER, "Text", "PartialEq<str>", true),
            // It says nothing of what is no bound of this trait.
            (OF_ANY, "Other<u8>", "Iterator", true),
        ] {
            assert_eq!(is_other(head, &[(of, by)]), !fits, "{head} {of}: {by}");
        }
    }
}
