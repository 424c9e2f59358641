//! `#[fastout]` of proconio, the attribute that most contest programs have. A procedural macro cannot be carried, but
//! what this one writes is known: `print!` and `println!` of the function go to a buffer in front of the locked output.

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{ItemFn, ReturnType};

use crate::load::Source;

/// The package of the attribute.
const PACKAGE: &str = "proconio-derive";

/// Writes out the attribute wherever the crates can see it.
pub(crate) fn write_out(sources: &mut [Source]) {
    let is_ours = |source: &Source| {
        source.info.package == PACKAGE && source.proc_macros.iter().any(|name| name == "fastout")
    };
    if sources.iter().any(is_ours) {
        for item in sources.iter_mut().flat_map(|source| &mut source.items) {
            Fastout.visit_item_mut(item);
        }
    }
}

struct Fastout;

impl VisitMut for Fastout {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        let is_fastout = |attr: &syn::Attribute| {
            let last = attr.path().segments.last();
            matches!(attr.meta, syn::Meta::Path(_))
                && last.is_some_and(|last| last.ident == "fastout")
        };
        let before = function.attrs.len();
        function.attrs.retain(|attr| !is_fastout(attr));
        if function.attrs.len() == before {
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
        // A macro's body means the variable that stands before it, whatever the function calls its own. Both macros are
        // there, as those of the program may call them.
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
