//! Attributes of procedural macros that many programs have. Such a macro cannot be carried, but
//! what these write is known. `#[fastout]` of proconio: `print!` and `println!` of the function go
//! to a buffer in front of the locked output. `#[derive_readable]` of proconio: the struct is read
//! field by field. `#[deprecate_until]`: nothing.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Item, ItemFn, ItemStruct, ReturnType, Stmt};

use crate::load::Source;
use crate::walk::visit_mut::{self, VisitMut};

/// The attributes with their packages.
const KNOWN: [(&str, &str); 3] = [
    ("proconio-derive", "fastout"),
    ("proconio-derive", "derive_readable"),
    ("deprecate-until", "deprecate_until"),
];

/// Writes out the attributes wherever the crates can see them.
pub(crate) fn write_out(sources: &mut [Source]) {
    let is_there = |&(package, name): &(&str, &str)| {
        let mut sources = sources.iter();
        sources.any(|source| {
            source.info.package == package && source.proc_macros.iter().any(|own| own == name)
        })
    };
    let names: Vec<&'static str> = KNOWN.into_iter().filter(is_there).map(|k| k.1).collect();
    if !names.is_empty() {
        let mut known = Known { names };
        sources
            .iter_mut()
            .for_each(|source| known.items(&mut source.items));
    }
}

struct Known {
    names: Vec<&'static str>,
}

impl Known {
    /// Takes an attribute away, if it is one of these and there.
    fn take(&self, name: &str, attrs: &mut Vec<Attribute>) -> bool {
        let before = attrs.len();
        attrs.retain(|attr| {
            let last = attr.path().segments.last();
            !(self.names.contains(&name) && last.is_some_and(|last| last.ident == name))
        });
        attrs.len() < before
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        for item in std::mem::take(items) {
            let mut item = item;
            self.visit_item_mut(&mut item);
            let readable = self.readable(&mut item);
            items.extend([item].into_iter().chain(readable));
        }
    }

    /// What reads a struct that wants it.
    fn readable(&self, item: &mut Item) -> Option<Item> {
        let Item::Struct(ItemStruct {
            attrs,
            ident,
            fields,
            ..
        }) = item
        else {
            return None;
        };
        if !self.take("derive_readable", attrs) {
            return None;
        }
        let mut values = TokenStream::new();
        for (number, field) in fields.iter_mut().enumerate() {
            let (of, place) = (&field.ty, syn::Index::from(number));
            let member = field
                .ident
                .as_ref()
                .map_or(quote!(#place), |name| quote!(#name));
            let readable = quote!(<#of as ::proconio::source::Readable>);
            values.extend(quote!(#member: #readable::read(source),));
            field.ty = syn::parse_quote!(#readable::Output);
        }
        Some(syn::parse_quote! {
            impl ::proconio::source::Readable for #ident {
                type Output = #ident;
                fn read<R: ::std::io::BufRead, S: ::proconio::source::Source<R>>(source: &mut S) -> #ident {
                    #ident { #values }
                }
            }
        })
    }
}

impl VisitMut for Known {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        self.visit_attributes_mut(&mut module.attrs);
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        for stmt in std::mem::take(&mut block.stmts) {
            let mut stmt = stmt;
            let readable = match &mut stmt {
                Stmt::Item(item) => self.readable(item),
                _ => None,
            };
            let readable = readable.map(Stmt::Item);
            block.stmts.extend([stmt].into_iter().chain(readable));
        }
    }

    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        self.take("deprecate_until", attrs);
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        if !self.take("fastout", &mut function.attrs) {
            return;
        }
        let block = &function.block;
        let flush = quote!(::std::io::Write::flush(&mut fastout_buffer).unwrap(););
        let run = match function.sig.output {
            ReturnType::Default => quote!(#block #flush),
            ReturnType::Type(..) => quote! {
                let fastout_result = #block;
                #flush
                fastout_result
            },
        };
        // A macro's body means the variable that stands before it, whatever the function calls its
        // own. Both macros are there, as those of the program may call them.
        function.block = syn::parse_quote! {{
            let fastout_stdout = ::std::io::stdout();
            let mut fastout_buffer = ::std::io::BufWriter::new(fastout_stdout.lock());
            #[allow(unused_macros)]
            macro_rules! print {
                ($($text:tt)*) => {{
                    use std::io::Write as _;
                    ::std::write!(fastout_buffer, $($text)*).unwrap();
                }};
            }
            #[allow(unused_macros)]
            macro_rules! println {
                ($($text:tt)*) => {{
                    use std::io::Write as _;
                    ::std::writeln!(fastout_buffer, $($text)*).unwrap();
                }};
            }
            #run
        }};
    }
}
