//! The names in the code of a module, as they are where it comes to stand.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{Expr, Pat, Visibility};

use super::make::{path_of, Import, Maker};
use super::modules::{name_of, set_name};
use crate::combine::leaves;
use crate::macros::{arguments, Arguments};
use crate::tokens::{self, plain};
use crate::walk::visit_mut::{self, VisitMut};

/// Changes the names in the code of a module.
pub(super) struct Renamer<'m, 'a> {
    pub(super) maker: &'m mut Maker<'a>,
    pub(super) module: usize,
    pub(super) scope: usize,
    /// What imports need not bring.
    pub(super) left_out: BTreeSet<&'m str>,
    pub(super) failed: bool,
}

impl Renamer<'_, '_> {
    /// Another name for a word that stands alone.
    fn bare(&mut self, name: &str) -> Option<String> {
        if self.stays(name) {
            return None;
        }
        let entry = self.maker.modules.lookup(self.module, name);
        if let Some(item) = &entry.item {
            let mut path = self.maker.path_to(item, self.scope);
            if path.len() > 1 {
                self.maker.import(self.scope, Import::Item(item.clone()));
                path = self.maker.path_to(item, self.scope);
            }
            return path.pop();
        }
        let other = entry.other?;
        Some(self.maker.import_other(self.scope, name, &other))
    }

    /// Whether an import that stays brings it, by this name.
    fn stays(&self, name: &str) -> bool {
        let module = &self.maker.modules.all[self.module];
        module.guarded.iter().any(|leaf| leaf.name() == Some(name))
    }

    fn bare_ident(&mut self, ident: &mut proc_macro2::Ident) {
        if let Some(new) = self.bare(&plain(ident)) {
            *ident = tokens::ident(&new, ident.span());
        }
    }

    /// The words that a path gets instead of its first ones: how many, and which.
    fn start(&mut self, words: &[String]) -> Option<(usize, Vec<String>)> {
        if words.len() == 1 {
            return Some((1, vec![self.bare(&words[0])?]));
        }
        if self.stays(&words[0]) {
            return None;
        }
        let (entry, used) = self.maker.modules.resolve(self.module, words)?;
        if let Some(item) = &entry.item {
            return Some((used, self.maker.path_to(item, self.scope)));
        }
        if let Some(other) = &entry.other {
            if used == 1 {
                return Some((
                    1,
                    vec![self.maker.import_other(self.scope, &words[0], other)],
                ));
            }
            let other = other.clone();
            return Some((used, self.maker.full_path(&other)));
        }
        // A path that ends in a module.
        self.failed = true;
        None
    }
}

impl Arguments for Renamer<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
    }

    fn pat(&mut self, pat: &mut Pat) {
        self.visit_pat_mut(pat);
    }

    fn capture(&mut self, name: &str) -> Option<String> {
        self.bare(name)
    }
}

impl VisitMut for Renamer<'_, '_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        if !matches!(vis, Visibility::Inherited) {
            *vis = syn::parse_quote!(pub);
        }
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.leading_colon.is_none() {
            let words: Vec<String> = path
                .segments
                .iter()
                .map(|segment| plain(&segment.ident))
                .collect();
            if let Some((used, new)) = self.start(&words) {
                let mut segments = path_of(&new).segments;
                let old: Vec<syn::PathSegment> = path.segments.iter().cloned().collect();
                if let Some(last) = segments.last_mut() {
                    last.arguments = old[used - 1].arguments.clone();
                }
                segments.extend(old[used..].iter().cloned());
                path.segments = segments;
            }
        }
        for segment in &mut path.segments {
            self.visit_path_arguments_mut(&mut segment.arguments);
        }
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.bare_ident(&mut pat.ident);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_type_param_mut(&mut self, param: &mut syn::TypeParam) {
        self.bare_ident(&mut param.ident);
        visit_mut::visit_type_param_mut(self, param);
    }

    fn visit_const_param_mut(&mut self, param: &mut syn::ConstParam) {
        self.bare_ident(&mut param.ident);
        visit_mut::visit_const_param_mut(self, param);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let before = field.expr.to_token_stream().to_string();
        self.visit_expr_mut(&mut field.expr);
        if field.colon_token.is_none() && field.expr.to_token_stream().to_string() != before {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        let before = field.pat.to_token_stream().to_string();
        self.visit_pat_mut(&mut field.pat);
        if field.colon_token.is_none() && field.pat.to_token_stream().to_string() != before {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        arguments(mac, self);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        // Items in functions are named like what is around them.
        if let syn::Stmt::Item(item) = stmt {
            if let Some(new) = name_of(item).and_then(|name| self.bare(&name)) {
                set_name(item, &new);
            }
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_item_use_mut(&mut self, import: &mut syn::ItemUse) {
        let mut all = Vec::new();
        let mut found = leaves(&import.tree);
        found.retain(|leaf| leaf.name().is_none_or(|name| !self.left_out.contains(name)));
        for leaf in found {
            let words: Vec<String> = leaf
                .path
                .iter()
                .map(|word| word.trim_start_matches("r#").to_owned())
                .collect();
            let mut path = match self.maker.modules.resolve(self.module, &words) {
                None => words.clone(),
                Some((entry, used)) => {
                    let mut path = match (&entry.item, &entry.other) {
                        (Some(item), _) => self.maker.path_to(item, self.scope),
                        (None, Some(other)) => {
                            let other = other.clone();
                            self.maker.full_path(&other)
                        }
                        _ => {
                            self.failed = true;
                            return;
                        }
                    };
                    path.extend(words[used..].iter().cloned());
                    path
                }
            };
            if path.len() == 1 && !leaf.glob {
                if leaf.alias.is_none() {
                    // It is in sight anyway, by its new name.
                    continue;
                }
                path.insert(0, "self".to_owned());
            }
            let text = path.join("::");
            let old = words.last().cloned().unwrap_or_default();
            let alias = match &leaf.alias {
                Some(alias) => format!(" as {alias}"),
                None if !leaf.glob && path.last() != Some(&old) => format!(" as {old}"),
                None => String::new(),
            };
            all.push(if leaf.glob {
                format!("{text}::*")
            } else {
                text + &alias
            });
        }
        let before = |one: &str| Some(one.rsplit_once("::")?.0.to_owned());
        let common = all.first().and_then(|first| before(first));
        let text = match (&all[..], common) {
            ([one], _) => one.clone(),
            (_, Some(common)) if all.iter().all(|one| before(one).as_ref() == Some(&common)) => {
                let names = all.iter().map(|one| &one[common.len() + 2..]);
                format!("{common}::{{{}}}", names.collect::<Vec<_>>().join(", "))
            }
            _ => format!("{{{}}}", all.join(", ")),
        };
        match syn::parse_str(&text) {
            Ok(tree) => import.tree = tree,
            Err(_) => self.failed = true,
        }
    }
}

fn visit_qualified(
    renamer: &mut Renamer<'_, '_>,
    qself: &mut Option<syn::QSelf>,
    path: &mut syn::Path,
) {
    let Some(qself) = qself else {
        return renamer.visit_path_mut(path);
    };
    renamer.visit_type_mut(&mut qself.ty);
    let (inner, rest) = (qself.position, path.segments.len() - qself.position);
    if inner == 0 {
        for segment in &mut path.segments {
            renamer.visit_path_arguments_mut(&mut segment.arguments);
        }
        return;
    }
    let mut of_trait = path.clone();
    of_trait.segments = path.segments.iter().take(inner).cloned().collect();
    let tail: Vec<syn::PathSegment> = path.segments.iter().skip(inner).cloned().collect();
    renamer.visit_path_mut(&mut of_trait);
    *path = of_trait;
    for mut segment in tail {
        renamer.visit_path_arguments_mut(&mut segment.arguments);
        path.segments.push(segment);
    }
    qself.position = path.segments.len() - rest;
}
