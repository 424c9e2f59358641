//! The walks of `syn` through its trees, compiled once.
//!
//! `syn` has a walk of 180 functions for every type that visits. For the sixty types of this
//! program they would be a third of it, and of the time that its compiler takes. So there is one
//! walk here for all: it has a reference to whoever visits, and hands on to it the nodes that any
//! of them wants to see. Modules, traits and functions are called as those of `syn` and do the
//! same; what a new visitor wants to see beside comes into the lists at the end.

/// The references that visitors get.
type Shared<'n, N> = &'n N;
type Unique<'n, N> = &'n mut N;

macro_rules! walk {
    (
        $module:ident, $Visit:ident $(<$ast:lifetime>)?, $bound:path, $To:ident<$by:lifetime, $of:lifetime>,
        { $($also_visit:tt)* }, { $($also_walk:tt)* },
        $($visit:ident: $Node:ident,)+
    ) => {
        pub(crate) mod $module {
            /// Visits nodes; unless it says otherwise, what is inside of them.
            pub(crate) trait $Visit<$($ast)?>: ByReference<$($ast)?> {
                $(fn $visit(&mut self, node: super::$To<$by, syn::$Node>) {
                    $visit(self, node);
                })+
                $($also_visit)*
            }

            /// A visitor of any type.
            pub(crate) trait ByReference<$($ast)?> {
                fn by_reference<'s>(&'s mut self) -> &'s mut (dyn $Visit<$($ast)?> + 's);
            }

            impl<$($ast,)? V: $Visit<$($ast)?>> ByReference<$($ast)?> for V {
                fn by_reference<'s>(&'s mut self) -> &'s mut (dyn $Visit<$($ast)?> + 's) {
                    self
                }
            }

            struct Walk<'s $(, $ast)?>(&'s mut (dyn $Visit<$($ast)?> + 's));

            impl<$($ast)?> syn::$module::$Visit<$($ast)?> for Walk<'_ $(, $ast)?> {
                $(fn $visit(&mut self, node: super::$To<$by, syn::$Node>) {
                    self.0.$visit(node);
                })+
                $($also_walk)*
            }

            /// What is inside of nodes.
            impl<$($ast)?> Walk<'_ $(, $ast)?> {
                // Not within each of those that call it.
                $(#[inline(never)]
                fn $visit(&mut self, node: super::$To<$by, syn::$Node>) {
                    syn::$module::$visit(self, node);
                })+
            }

            $(
                pub(crate) fn $visit<$of, V>(
                    visitor: &mut V,
                    node: super::$To<$of, syn::$Node>,
                ) where
                    V: $bound + ?Sized,
                {
                    Walk(visitor.by_reference()).$visit(node);
                }
            )+
        }
    };
}

walk! {
    visit, Visit<'ast>, Visit<'ast>, Shared<'ast, 'ast>, {}, {},
    visit_assoc_type: AssocType,
    visit_attribute: Attribute,
    visit_block: Block,
    visit_expr: Expr,
    visit_expr_binary: ExprBinary,
    visit_expr_call: ExprCall,
    visit_expr_closure: ExprClosure,
    visit_expr_if: ExprIf,
    visit_expr_method_call: ExprMethodCall,
    visit_expr_path: ExprPath,
    visit_expr_struct: ExprStruct,
    visit_expr_unsafe: ExprUnsafe,
    visit_field: Field,
    visit_field_pat: FieldPat,
    visit_field_value: FieldValue,
    visit_file: File,
    visit_generic_param: GenericParam,
    visit_impl_item: ImplItem,
    visit_impl_item_fn: ImplItemFn,
    visit_item: Item,
    visit_item_fn: ItemFn,
    visit_item_impl: ItemImpl,
    visit_item_macro: ItemMacro,
    visit_item_struct: ItemStruct,
    visit_item_trait: ItemTrait,
    visit_item_use: ItemUse,
    visit_local: Local,
    visit_local_init: LocalInit,
    visit_macro: Macro,
    visit_member: Member,
    visit_pat: Pat,
    visit_pat_ident: PatIdent,
    visit_pat_struct: PatStruct,
    visit_path: Path,
    visit_signature: Signature,
    visit_stmt: Stmt,
    visit_trait_item: TraitItem,
    visit_trait_item_fn: TraitItemFn,
    visit_type: Type,
    visit_type_path: TypePath,
    visit_use_rename: UseRename,
    visit_variant: Variant,
}

walk! {
    visit_mut, VisitMut, VisitMut, Unique<'_, 'n>,
    {
        fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
            for attribute in attributes {
                self.visit_attribute_mut(attribute);
            }
        }
    },
    {
        fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
            self.0.visit_attributes_mut(attributes);
        }
    },
    visit_arm_mut: Arm,
    visit_attribute_mut: Attribute,
    visit_block_mut: Block,
    visit_const_param_mut: ConstParam,
    visit_expr_call_mut: ExprCall,
    visit_expr_closure_mut: ExprClosure,
    visit_expr_field_mut: ExprField,
    visit_expr_if_mut: ExprIf,
    visit_expr_index_mut: ExprIndex,
    visit_expr_match_mut: ExprMatch,
    visit_expr_method_call_mut: ExprMethodCall,
    visit_expr_mut: Expr,
    visit_expr_path_mut: ExprPath,
    visit_expr_struct_mut: ExprStruct,
    visit_field_mut: Field,
    visit_field_pat_mut: FieldPat,
    visit_field_value_mut: FieldValue,
    visit_fields_mut: Fields,
    visit_file_mut: File,
    visit_generics_mut: Generics,
    visit_impl_item_fn_mut: ImplItemFn,
    visit_impl_item_mut: ImplItem,
    visit_item_fn_mut: ItemFn,
    visit_item_impl_mut: ItemImpl,
    visit_item_macro_mut: ItemMacro,
    visit_item_mod_mut: ItemMod,
    visit_item_mut: Item,
    visit_item_struct_mut: ItemStruct,
    visit_item_trait_mut: ItemTrait,
    visit_item_use_mut: ItemUse,
    visit_lifetime_mut: Lifetime,
    visit_local_mut: Local,
    visit_macro_mut: Macro,
    visit_pat_ident_mut: PatIdent,
    visit_pat_mut: Pat,
    visit_pat_struct_mut: PatStruct,
    visit_path_arguments_mut: PathArguments,
    visit_path_mut: Path,
    visit_path_segment_mut: PathSegment,
    visit_qself_mut: QSelf,
    visit_signature_mut: Signature,
    visit_stmt_mut: Stmt,
    visit_trait_item_fn_mut: TraitItemFn,
    visit_trait_item_mut: TraitItem,
    visit_type_mut: Type,
    visit_type_param_mut: TypeParam,
    visit_type_path_mut: TypePath,
    visit_visibility_mut: Visibility,
}
