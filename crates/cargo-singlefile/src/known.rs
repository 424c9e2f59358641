//! Fields, parameters and results of functions that are the same everywhere, and fields and
//! parameters that nobody reads. They go, and where they were read stands what is known.
//!
//! There are no types here. So only what has a name for itself is looked at: a field of the only
//! type with a field of that name, a function that no other one is called like. Whoever is meant by
//! another way, as through an alias, still counts on what has gone, and the compiler finds that.

use std::collections::{BTreeMap, BTreeSet};

use quote::{quote, ToTokens};
use syn::punctuated::Punctuated;
use syn::{Expr, Fields, FnArg, ImplItem, Item, Member, Pat, Token, TraitItem, Type, UnOp};

use crate::apart::{Apart, Renamer};
use crate::fold::{
    arguments_of, asks_for_some, each_argument, end_of_numbers, is_bool, is_empty_vec, is_none,
    moves, text_of, Folder, Functions, OF_STD,
};
use crate::getters::{field_of, is_looked_at, Calls, Form, Known};
use crate::places::words_of;
use crate::prune::has_word;
use crate::terse::{Quiet, Silencer};
use crate::tokens::{captures, each_word, ident, plain};
use crate::units::{head_of, Kind, UnitId, Units};
use crate::unread::{name_of_set, FieldUses};
use crate::walk::visit::{self, Visit};
use crate::walk::visit_mut::{self, VisitMut};

/// What is the same everywhere, with the value, or what nobody reads.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    Field {
        of: String,
        name: String,
        value: Option<Expr>,
    },
    /// A field of a variant that nobody reads.
    Part {
        of: String,
        variant: String,
        name: String,
    },
    /// `index` does not count `self`.
    Parameter {
        function: Function,
        index: usize,
        value: Option<Expr>,
    },
    Result {
        function: Function,
        value: Expr,
    },
    /// A method of some types that is a field.
    Getter {
        of: BTreeSet<String>,
        method: String,
        field: String,
        form: Form,
        /// The methods that may be called on the field where it was lent.
        looks: BTreeSet<String>,
    },
    /// A variable of a function, whose value does nothing.
    Variable {
        unit: UnitId,
        name: String,
        /// Where it stands in the text, from 0.
        column: usize,
    },
    /// A type that has fields with lifetimes no more.
    Lifetimes {
        of: String,
    },
}

impl Change {
    /// What it is about, to know it again.
    pub(crate) fn key(&self) -> String {
        match self {
            Change::Field { of, name, value } => {
                let unread = if value.is_none() { " unread" } else { "" };
                format!("{of}.{name}{unread}")
            }
            Change::Part { of, variant, name } => format!("{of}::{variant}.{name}"),
            Change::Parameter {
                function, index, ..
            } => format!("{}({index})", function.text()),
            Change::Result { function, .. } => function.text(),
            Change::Getter { method, field, .. } => format!("{method}().{field}"),
            Change::Variable { unit, name, column } => format!("{unit} {name} {column}"),
            Change::Lifetimes { of } => format!("{of}<>"),
        }
    }

    /// Whether an error speaks of it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let name = match self {
            Change::Field { name, .. } | Change::Variable { name, .. } => name,
            Change::Part { variant, .. } => variant,
            Change::Lifetimes { of } => of,
            Change::Getter { method, field, .. } => {
                return has_word(text, method) || has_word(text, field);
            }
            Change::Parameter { function, .. } | Change::Result { function, .. } => &function.name,
        };
        let mut is_said = has_word(text, name);
        if let Change::Field {
            value: Some(value), ..
        }
        | Change::Parameter {
            value: Some(value), ..
        } = self
        {
            each_word(&value.to_token_stream(), &mut |word| {
                is_said |= word.starts_with(char::is_uppercase) && has_word(text, word);
            });
        }
        is_said
    }
}

/// A function, by the type that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Function {
    of: Option<String>,
    name: String,
    /// How many arguments it takes, `self` not counted.
    count: usize,
}

impl Function {
    fn text(&self) -> String {
        let of = self.of.as_deref().unwrap_or_default();
        format!("{of}::{}/{}", self.name, self.count)
    }
}

/// The text of a unit as a tree.
pub(crate) enum Node {
    Item(Item),
    Member(ImplItem),
    Signature(TraitItem),
    Variant(syn::Variant),
}

impl Node {
    /// Shows a visitor the code in it.
    pub(crate) fn look(&self, visitor: &mut impl for<'b> Visit<'b>) {
        match self {
            Node::Item(item) => visitor.visit_item(item),
            Node::Member(item) => visitor.visit_impl_item(item),
            Node::Signature(item) => visitor.visit_trait_item(item),
            Node::Variant(_) => {}
        }
    }

    /// Lets a visitor change the code in it.
    pub(crate) fn change(&mut self, visitor: &mut impl VisitMut) {
        match self {
            Node::Item(item) => visitor.visit_item_mut(item),
            Node::Member(item) => visitor.visit_impl_item_mut(item),
            Node::Signature(item) => visitor.visit_trait_item_mut(item),
            Node::Variant(_) => {}
        }
    }
}

impl ToTokens for Node {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        match self {
            Node::Item(item) => item.to_tokens(tokens),
            Node::Member(item) => item.to_tokens(tokens),
            Node::Signature(item) => item.to_tokens(tokens),
            Node::Variant(variant) => tokens.extend(quote!(#variant,)),
        }
    }
}

/// The trees of what is live.
pub(crate) struct Program {
    pub(crate) nodes: BTreeMap<UnitId, Tree>,
    /// Words of code that is not understood here.
    opaque: BTreeSet<String>,
    /// None where there are several of a name.
    enums: BTreeMap<String, Option<Enum>>,
    /// Whether it shows how many share a value.
    shows_shares: bool,
}

/// An enum.
struct Enum {
    derives: BTreeSet<String>,
    has_attributes: bool,
}

pub(crate) struct Tree {
    pub(crate) node: Node,
    /// What `Self` is.
    pub(crate) this: Option<String>,
    /// Whether it is a part of a trait, or of an `impl` of one.
    pub(crate) of_trait: bool,
    /// Whether all modules see what is private in it.
    at_root: bool,
    derives: BTreeSet<String>,
}

impl Program {
    pub(crate) fn of(units: &Units, live: &[bool]) -> Program {
        let mut program = Program {
            nodes: BTreeMap::new(),
            opaque: BTreeSet::new(),
            enums: BTreeMap::new(),
            shows_shares: false,
        };
        // Functions of `Rc` and `Arc`, which have no methods.
        const SHARES: [&str; 6] = [
            ":: get_mut",
            ":: into_inner",
            ":: make_mut",
            ":: try_unwrap",
            ":: unwrap_or_clone",
            ":: weak_count",
        ];
        for (id, unit) in units.all.iter().enumerate().filter(|(id, _)| live[*id]) {
            program.shows_shares |= SHARES.iter().any(|name| unit.open.contains(name));
            let parent = unit.parent.map(|parent| &units.all[parent]);
            let mut this = unit
                .name
                .clone()
                .filter(|_| matches!(unit.kind, Kind::Type));
            let mut of_trait = false;
            let node = match (&unit.kind, parent.map(|parent| &parent.kind)) {
                (Kind::Member, Some(Kind::Impl { of, .. })) => {
                    this = parent.and_then(|parent| self_type(&parent.open));
                    of_trait = of.is_some();
                    syn::parse_str(&unit.open).ok().map(Node::Member)
                }
                (Kind::Member, _) => {
                    of_trait = true;
                    syn::parse_str(&unit.open).ok().map(Node::Signature)
                }
                (Kind::Value | Kind::Type, _) if unit.close.is_empty() => {
                    syn::parse_str(&unit.open).ok().map(Node::Item)
                }
                (Kind::Variant, _) => {
                    this = parent.and_then(|parent| parent.name.clone());
                    unit.variant().map(Node::Variant)
                }
                (Kind::Call { .. }, _) => None,
                (Kind::Type, _) => {
                    let name = unit.name.clone().unwrap_or_default();
                    let is_first = !program.enums.contains_key(&name);
                    let of = Enum {
                        derives: derives(units, live, id),
                        has_attributes: unit.open.contains('#'),
                    };
                    program.enums.insert(name, is_first.then_some(of));
                    continue;
                }
                _ => continue,
            };
            // Who calls what others see by name is not known.
            const OPAQUE: [&str; 3] = ["macro_rules", "no_mangle", "export_name"];
            let is_macro = OPAQUE.iter().any(|word| unit.words.contains(*word));
            match node.filter(|_| !is_macro) {
                Some(node) => {
                    let tree = Tree {
                        node,
                        this,
                        of_trait,
                        at_root: parent.is_none(),
                        derives: derives(units, live, id),
                    };
                    program.nodes.insert(id, tree);
                }
                None => program.opaque.extend(unit.words.iter().cloned()),
            }
        }
        program
    }

    pub(crate) fn facts(&self) -> Facts<'_> {
        let mut facts = Facts {
            enums: Some(&self.enums),
            barred: self.opaque.clone(),
            shows_shares: self.shows_shares,
            ..Facts::default()
        };
        for (&id, tree) in &self.nodes {
            facts.this.clone_from(&tree.this);
            facts.unit = id;
            facts.of_trait = tree.of_trait;
            match &tree.node {
                Node::Item(Item::Fn(function)) => facts.function(&function.sig, &function.block),
                Node::Item(Item::Struct(of)) => facts.structure(of, &tree.derives),
                Node::Item(item) => {
                    if let Item::Type(of) = item {
                        let all = facts.aliases.entry(plain(&of.ident)).or_default();
                        all.push((*of.ty).clone());
                    }
                    facts.visit_item(item);
                }
                Node::Member(ImplItem::Fn(function)) => {
                    facts.function(&function.sig, &function.block);
                }
                Node::Member(item) => {
                    if let (ImplItem::Const(of), Some(this)) = (item, &tree.this) {
                        if ["Self", this].contains(&&*text_of(&of.ty)) {
                            facts.of_constants.insert(this.clone());
                        }
                    }
                    facts.visit_impl_item(item);
                }
                Node::Signature(item) => {
                    if let TraitItem::Fn(function) = item {
                        facts.foreign.insert(name_of(&function.sig));
                    }
                    facts.visit_trait_item(item);
                }
                Node::Variant(variant) => {
                    facts.makers.push(plain(&variant.ident));
                    let types = variant.fields.iter().map(|field| field.ty.clone());
                    let key = (tree.this.clone().unwrap_or_default(), plain(&variant.ident));
                    facts.parts.insert(key, types.collect());
                    if matches!(variant.fields, Fields::Unit) {
                        facts.units.insert(plain(&variant.ident));
                    }
                    facts.visit_variant(variant);
                }
            }
        }
        facts
    }

    /// The new texts of the units in which fields are called otherwise.
    pub(crate) fn apart(mut self, apart: &Apart) -> BTreeMap<UnitId, String> {
        let mut new = BTreeMap::new();
        for (&id, tree) in &mut self.nodes {
            let this = tree.this.as_deref();
            tree.node.change(&mut Renamer { apart, this });
            let tokens = tree.node.to_token_stream();
            if apart.is_in(&words_of(&tokens)) {
                new.insert(id, tokens.to_string());
            }
        }
        new
    }

    /// The new texts of the units that say less.
    pub(crate) fn silent(mut self, silencer: &mut Silencer<'_>) -> BTreeMap<UnitId, String> {
        let mut new = BTreeMap::new();
        for (&id, tree) in &mut self.nodes {
            let before = tree.node.to_token_stream().to_string();
            tree.node.change(silencer);
            let text = tree.node.to_token_stream().to_string();
            if text != before {
                new.insert(id, text);
            }
        }
        new
    }

    /// The new texts of the units that these changes are about, and by which.
    pub(crate) fn without(
        mut self,
        changes: &[Change],
        functions: &Functions,
        as_it_is: &BTreeSet<UnitId>,
    ) -> BTreeMap<UnitId, (String, BTreeSet<usize>)> {
        let mut new = BTreeMap::new();
        for (&id, tree) in &mut self.nodes {
            if as_it_is.contains(&id) {
                continue;
            }
            let before = tree.node.to_token_stream().to_string();
            let mut applier = Applier {
                changes,
                functions,
                unit: id,
                at_root: tree.at_root,
                this: tree.this.clone(),
                touched: BTreeSet::new(),
                hidden: BTreeSet::new(),
            };
            match &mut tree.node {
                Node::Item(item) => applier.visit_item_mut(item),
                Node::Member(item) => applier.visit_impl_item_mut(item),
                Node::Signature(item) => applier.visit_trait_item_mut(item),
                Node::Variant(variant) => {
                    let of = tree.this.clone().unwrap_or_default();
                    let name = plain(&variant.ident);
                    match &mut variant.fields {
                        Fields::Named(fields) => {
                            applier.without_parts(&of, &name, &mut fields.named, |field| {
                                field.ident.as_ref().map(plain).unwrap_or_default()
                            });
                        }
                        fields => {
                            if applier.has_lost(&of, &name, "0") {
                                *fields = Fields::Unit;
                            }
                        }
                    }
                }
            }
            let touched = applier.touched;
            tree.node
                .change(&mut Folder(functions, !touched.is_empty()));
            let text = tree.node.to_token_stream().to_string();
            if text != before {
                new.insert(id, (text, touched));
            }
        }
        new
    }
}

fn derives(units: &Units, live: &[bool], of: UnitId) -> BTreeSet<String> {
    let children = units.all[of].children.iter().filter(|&&child| live[child]);
    let children = children.map(|&child| &units.all[child]);
    let derives = children.filter(|child| matches!(child.kind, Kind::Derive));
    derives.filter_map(|child| child.name.clone()).collect()
}

fn name_of(signature: &syn::Signature) -> (String, usize) {
    let typed = |input: &&FnArg| matches!(input, FnArg::Typed(_));
    let count = signature.inputs.iter().filter(typed).count();
    (plain(&signature.ident), count)
}

pub(crate) fn self_type(head: &str) -> Option<String> {
    match &*head_of(head)?.self_ty {
        Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)),
        _ => None,
    }
}

/// What the code says of fields and functions.
#[derive(Default)]
pub(crate) struct Facts<'a> {
    enums: Option<&'a BTreeMap<String, Option<Enum>>>,
    shows_shares: bool,
    this: Option<String>,
    unit: UnitId,
    of_trait: bool,
    /// Names of which not all uses are seen.
    barred: BTreeSet<String>,
    /// The structs with named fields; none where there are several of a name.
    structs: BTreeMap<String, Option<Structure>>,
    /// By the names of fields: their types, once for each struct.
    fields: BTreeMap<String, Vec<String>>,
    /// By the last two names of a type or variant, and the name of the field.
    values: BTreeMap<(Option<String>, String, String), Vec<Expr>>,
    assigned: BTreeMap<String, Vec<Expr>>,
    /// Whether there is a `ref mut`.
    lends_by_pattern: bool,
    /// Fields that may change.
    changing: BTreeSet<String>,
    /// Fields that are lent for a change only if they are `Some`.
    lent: BTreeSet<String>,
    /// Fields with the methods that are called on them, and with how many arguments.
    called_on: BTreeSet<(String, (String, usize))>,
    /// Fields of structs that patterns name.
    matched: BTreeSet<String>,
    /// By name and number of parameters, `self` not counted: whatever is called with as many
    /// arguments is one of them.
    functions: BTreeMap<(String, usize), Vec<Definition>>,
    /// Functions of traits, of whatever kind, and functions inside of others, in the same way.
    foreign: BTreeSet<(String, usize)>,
    calls: BTreeMap<Function, Vec<Vec<Expr>>>,
    /// Functions and variants that are named otherwise, with their types and without.
    named: BTreeSet<(Option<String>, String)>,
    makers: Vec<String>,
    /// The types of what variants have.
    parts: BTreeMap<(String, String), Vec<Type>>,
    /// The types that have constants of their own.
    of_constants: BTreeSet<String>,
    /// What other names of types stand for.
    aliases: BTreeMap<String, Vec<Type>>,
    /// Variants without data.
    units: BTreeSet<String>,
    /// The names of variables.
    bound: BTreeSet<String>,
    /// Those of the function at hand, which are no functions where they stand alone.
    local: BTreeSet<String>,
}

struct Structure {
    /// Whether its parameters are lifetimes, and there are some.
    has_lifetimes: bool,
    has_parameters: bool,
    types: BTreeMap<String, Type>,
    derives: BTreeSet<String>,
    has_attributes: bool,
}

struct Definition {
    unit: UnitId,
    of: Option<String>,
    receiver: Option<bool>,
    parameters: Vec<Option<Parameter>>,
    output: syn::ReturnType,
    /// The value of a body that is nothing but that.
    value: Option<Expr>,
}

impl Definition {
    fn returns_slice(&self) -> bool {
        let is_slice = |of: &Type| matches!(of, Type::Reference(of) if of.mutability.is_none() && matches!(*of.elem, Type::Slice(_)));
        matches!(&self.output, syn::ReturnType::Type(_, of) if is_slice(of))
    }
}

struct Parameter {
    name: String,
    of: Type,
    /// How often the body names it; none if not all uses are seen, or if there is another variable
    /// of that name.
    uses: Option<usize>,
}

impl Facts<'_> {
    /// Leaves alone what has one of these names.
    pub(crate) fn bar(&mut self, words: BTreeSet<String>) {
        self.barred.extend(words);
    }

    fn structure(&mut self, of: &syn::ItemStruct, derives: &BTreeSet<String>) {
        let name = plain(&of.ident);
        self.makers.push(name.clone());
        let mut types = BTreeMap::new();
        if let Fields::Named(fields) = &of.fields {
            for field in &fields.named {
                let field_name = field.ident.as_ref().map(plain).unwrap_or_default();
                let all = self.fields.entry(field_name.clone()).or_default();
                all.push(name.clone());
                types.insert(field_name, field.ty.clone());
            }
        }
        let parameters = &of.generics.params;
        let mut all = parameters.iter();
        let structure = Structure {
            has_lifetimes: !parameters.is_empty()
                && all.all(|of| matches!(of, syn::GenericParam::Lifetime(_))),
            has_parameters: !parameters.is_empty(),
            types,
            derives: derives.clone(),
            has_attributes: !of.attrs.is_empty()
                || of.fields.iter().any(|field| !field.attrs.is_empty()),
        };
        let is_first = !self.structs.contains_key(&name);
        self.structs.insert(name, is_first.then_some(structure));
        visit::visit_item_struct(self, of);
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let mut receiver = None;
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(of) => {
                    receiver =
                        Some(text_of(&of.ty).contains("&") && text_of(&of.ty).contains("mut"));
                }
                FnArg::Typed(typed) => parameters.push(match &*typed.pat {
                    Pat::Ident(ident) if ident.by_ref.is_none() && ident.mutability.is_none() => {
                        let name = plain(&ident.ident);
                        Some(Parameter {
                            uses: Uses::count(&name, &body.stmts),
                            name,
                            of: (*typed.ty).clone(),
                        })
                    }
                    _ => None,
                }),
            }
        }
        let value = match &body.stmts[..] {
            _ if signature.asyncness.is_some() => None,
            [syn::Stmt::Expr(value, None)] => Some(value.clone()),
            [] => Some(syn::parse_quote!(())),
            _ => None,
        };
        let has_attributes = |input: &FnArg| match input {
            FnArg::Receiver(of) => !of.attrs.is_empty(),
            FnArg::Typed(of) => !of.attrs.is_empty(),
        };
        if self.of_trait
            || signature.unsafety.is_some()
            || signature.abi.is_some()
            || signature.inputs.iter().any(has_attributes)
        {
            self.foreign.insert(name_of(signature));
        }
        let definition = Definition {
            unit: self.unit,
            of: self.this.clone(),
            receiver,
            parameters,
            output: signature.output.clone(),
            value,
        };
        let all = self.functions.entry(name_of(signature)).or_default();
        all.push(definition);
        let mut local = Bound {
            with_lets: true,
            ..Bound::default()
        };
        local.visit_signature(signature);
        local.visit_block(body);
        self.local = local.names;
        self.visit_signature(signature);
        self.visit_block(body);
        self.local.clear();
    }

    /// The last two names of a path.
    fn named(&self, path: &syn::Path) -> (Option<String>, String) {
        last_names(path, self.this.as_deref())
    }

    fn call(&mut self, of: Option<String>, name: &str, arguments: Vec<Expr>) {
        let function = Function {
            of,
            name: name.to_owned(),
            count: arguments.len(),
        };
        self.calls.entry(function).or_default().push(arguments);
    }

    /// What is at the root of an expression that is changed or lent for change.
    fn may_change(&mut self, expr: &Expr) {
        match expr {
            Expr::Field(field) => {
                if let Member::Named(name) = &field.member {
                    self.changing.insert(plain(name));
                }
                self.may_change(&field.base);
            }
            Expr::Index(index) => self.may_change(&index.expr),
            Expr::Paren(paren) => self.may_change(&paren.expr),
            Expr::MethodCall(call) => self.may_change(&call.receiver),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.may_change(&unary.expr);
            }
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|expr| self.may_change(expr)),
            _ => {}
        }
    }

    /// Whether a field may have another value than it was made with. `is_list`: with an empty
    /// vector.
    fn may_differ(&self, field: &str, is_list: bool) -> bool {
        const NEVER: [&str; 16] = [
            "all",
            "any",
            "as_deref",
            "as_ref",
            "chain",
            "clone",
            "cloned",
            "copied",
            "is_empty",
            "is_none",
            "is_some",
            "iter",
            "len",
            "map_or",
            "unwrap_or",
            "contains",
        ];
        if self.lends_by_pattern {
            return true;
        }
        let changes = |method: &(String, usize)| {
            let own = self.functions.get(method).into_iter().flatten();
            // What takes no `self` is not called so.
            let mut own = own.filter(|of| of.receiver.is_some()).peekable();
            match own.peek() {
                Some(_) => own.any(|definition| definition.receiver != Some(false)),
                None if is_list && method.0 == "clear" => self.foreign.contains(method),
                None => self.foreign.contains(method) || !NEVER.contains(&method.0.as_str()),
            }
        };
        let mut called = self.called_on.iter().filter(|(name, _)| name == field);
        self.changing.contains(field)
            || self.matched.contains(field)
            || called.any(|(_, method)| changes(method))
    }

    /// `is_own`: whether whatever is called by a name is of the program.
    pub(crate) fn functions(&self, is_own: impl Fn(&str) -> bool) -> Functions {
        let names = self.functions.keys().chain(&self.foreign);
        let mut functions = Functions {
            all: names.clone().map(|(name, _)| name.clone()).collect(),
            counts: names.cloned().collect(),
            foreign: self.foreign.clone(),
            makers: self.makers.iter().cloned().collect(),
            shows_shares: self.shows_shares,
            ..Functions::default()
        };
        let sums = self.functions.get(&("add".to_owned(), 1));
        functions.adds_others = sums.into_iter().flatten().any(|sum| {
            let more = sum.parameters.first().and_then(Option::as_ref);
            let more = more.map(|more| text_of(&more.of));
            more.is_none() || (more.as_deref() != Some("Self") && more != sum.of)
        });
        let own_default = functions.all.contains("default");
        let derives = |(name, of): (&String, &Option<Structure>)| {
            let of = of.as_ref().filter(|of| of.derives.contains("Default"))?;
            let quiet = of.types.values().all(|of| self.ends_quietly(of));
            (quiet && !own_default).then(|| name.clone())
        };
        functions.defaults = self.structs.iter().filter_map(derives).collect();
        let slices = self.functions.iter();
        let slices = slices.filter(|(_, all)| all.iter().all(Definition::returns_slice));
        functions.slices = slices.map(|(key, _)| key.clone()).collect();
        // A maker is called like nothing else.
        for name in &functions.all {
            functions.makers.remove(name);
        }
        loop {
            let looks = |(key, all): (&(String, usize), &Vec<Definition>)| {
                let is_pure = |definition: &Definition| {
                    let value = definition.value.as_ref();
                    value.is_some_and(|value| functions.is_pure(value))
                };
                let fits = all.iter().all(is_pure)
                    && !functions.pure.contains(key)
                    && !functions.as_pure.contains(key)
                    && !self.foreign.contains(key)
                    && !self.barred.contains(&key.0)
                    && (is_own(&key.0) || OF_STD.contains(&key.0.as_str()));
                fits.then(|| key.clone())
            };
            let found: Vec<(String, usize)> = self.functions.iter().filter_map(looks).collect();
            if found.is_empty() {
                return functions;
            }
            let (own, others): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|(name, _)| is_own(name));
            functions.pure.extend(own);
            functions.as_pure.extend(others);
        }
    }

    /// Adds the functions that make a text, or what one is made of, and do nothing else.
    pub(crate) fn add_quiet(
        &self,
        program: &Program,
        functions: &mut Functions,
        is_own: impl Fn(&str) -> bool,
    ) {
        type OfOneName<'a> = Vec<(Option<&'a str>, &'a syn::Signature, &'a syn::Block)>;
        let mut all: BTreeMap<(String, usize), OfOneName<'_>> = BTreeMap::new();
        for tree in program.nodes.values() {
            let (signature, body) = match &tree.node {
                Node::Item(Item::Fn(function)) => (&function.sig, &*function.block),
                Node::Member(ImplItem::Fn(function)) => (&function.sig, &function.block),
                _ => continue,
            };
            let same = all.entry(name_of(signature)).or_default();
            same.push((tree.this.as_deref(), signature, body));
        }
        all.retain(|key, _| !self.foreign.contains(key) && !self.barred.contains(&key.0));
        let mut quiet: BTreeSet<(String, usize)> = all.keys().cloned().collect();
        // As long as one calls another that is not, it is not either.
        loop {
            let before = quiet.clone();
            let known = Quiet {
                functions,
                own: &before,
                is_own: &is_own,
                texts: BTreeSet::new(),
            };
            quiet.retain(|key| {
                let mut all = all[key].iter();
                all.all(|(this, signature, body)| {
                    known.has(signature, body, |of| self.is_copied(of, *this))
                })
            });
            if quiet == before {
                break;
            }
        }
        let (own, _): (Vec<_>, Vec<_>) = quiet.into_iter().partition(|(name, _)| is_own(name));
        let has_no_type = |key: &(String, usize)| {
            let mut all = self.functions[key].iter();
            all.all(|of| of.of.is_none()) && !self.bound.contains(&key.0)
        };
        functions.free = own.iter().filter(|key| has_no_type(key)).cloned().collect();
        functions.pure.extend(own);
    }

    /// Whether a value of this type lends nothing that can be changed: it is a number or a text, or
    /// can be copied.
    fn is_copied(&self, of: &Type, this: Option<&str>) -> bool {
        let of = text_of(of);
        let of = if of == "Self" {
            this.unwrap_or_default()
        } else {
            &of
        };
        let own = self.structs.get(of).and_then(Option::as_ref);
        let listed = self.enums.and_then(|enums| enums.get(of)?.as_ref());
        is_number(of)
            || matches!(of, "bool" | "char" | "String")
            || own.is_some_and(|of| of.derives.contains("Copy"))
            || listed.is_some_and(|of| of.derives.contains("Copy"))
    }

    /// Whether all calls of a name with so many arguments are those of one function.
    fn is_one(&self, key: &(String, usize)) -> bool {
        self.functions.get(key).is_some_and(|all| all.len() == 1)
            && !self.foreign.contains(key)
            && !self.barred.contains(&key.0)
    }

    /// A value that is known before the program runs, as it is written where its type is named so.
    /// It says its type, so that it means the same in each place.
    fn constant(&self, expr: &Expr, of: &Type) -> Option<Expr> {
        let text = text_of(of);
        match expr {
            Expr::Lit(syn::ExprLit { lit, .. }) => match lit {
                syn::Lit::Bool(_) => Some(expr.clone()),
                syn::Lit::Str(_) => (text == "&str" || text == "&'staticstr").then(|| expr.clone()),
                syn::Lit::Int(int) if is_number(&text) => {
                    let int = int.to_string();
                    let typed = if int.ends_with(&text) {
                        int
                    } else {
                        int + &text
                    };
                    syn::parse_str(&typed).ok()
                }
                _ => None,
            },
            Expr::Path(_) if end_of_numbers(expr).is_some_and(|of| of == text) => {
                Some(expr.clone())
            }
            Expr::Path(path) if path.qself.is_none() && path.path.segments.len() > 1 => {
                let mut names = path
                    .path
                    .segments
                    .iter()
                    .rev()
                    .map(|segment| &segment.ident);
                let (variant, of_variant) = (names.next()?, names.next()?);
                let Type::Path(of) = of else { return None };
                let is_it = self.units.contains(&plain(variant))
                    && of.path.segments.last()?.ident == *of_variant;
                // As an expression is written, `A::<B>::C`.
                let mut of = of.path.clone();
                for segment in &mut of.segments {
                    if let syn::PathArguments::AngleBracketed(given) = &mut segment.arguments {
                        given.colon2_token.get_or_insert_with(Default::default);
                    }
                }
                is_it.then(|| syn::parse_quote!(#of::#variant))
            }
            Expr::Path(_) => (is_none(expr) && text.starts_with("Option<")).then(|| expr.clone()),
            Expr::Call(_) => (is_empty_vec(expr) && text.starts_with("Vec<")).then(|| expr.clone()),
            _ => None,
        }
    }

    /// The value, if all are that.
    fn same<'a>(&self, values: impl IntoIterator<Item = &'a Expr>, of: &Type) -> Option<Expr> {
        let mut values = values.into_iter().map(|value| self.constant(value, of));
        let first = values.next()??;
        values
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Whether a type is made of numbers and the like, so that nothing happens at its end.
    fn ends_quietly(&self, of: &Type) -> bool {
        const QUIET: [&str; 26] = [
            "u8",
            "u16",
            "u32",
            "u64",
            "u128",
            "usize",
            "i8",
            "i16",
            "i32",
            "i64",
            "i128",
            "isize",
            "f32",
            "f64",
            "bool",
            "char",
            "str",
            "String",
            "Option",
            "Vec",
            "Range",
            "Instant",
            "Arc",
            "AtomicBool",
            "Self",
            "_",
        ];
        if matches!(of, Type::Reference(_)) {
            return true;
        }
        if let Type::ImplTrait(of) = of {
            const SHOWN: [&str; 3] = ["Debug", "Display", "ToString"];
            return of.bounds.iter().all(|bound| match bound {
                syn::TypeParamBound::Trait(of) => {
                    let last = of.path.segments.last();
                    last.is_some_and(|last| SHOWN.contains(&&*plain(&last.ident)))
                }
                _ => false,
            });
        }
        let is_own = |word: &str| {
            let is_enum = self.enums.is_some_and(|enums| enums.contains_key(word));
            is_enum || self.makers.iter().any(|name| name == word)
        };
        let is_alias = |word: &str| {
            let all = self.aliases.get(word);
            all.is_some_and(|all| all.iter().all(|of| self.ends_quietly(of)))
        };
        let text = text_of(of);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = text.split_inclusive(|c: char| !is_part(c));
        // What follows the sign of a lifetime is its name.
        let mut of_lifetime = false;
        words.all(|part| {
            let word = part.trim_end_matches(|c: char| !is_part(c));
            let is_name = std::mem::replace(&mut of_lifetime, part.ends_with('\''));
            let is_count = word.starts_with(|c: char| c.is_ascii_digit());
            let is_known = QUIET.contains(&word) || is_own(word) || is_alias(word);
            is_name || word.is_empty() || is_count || is_known
        })
    }

    /// The types of which each value is made where that can be read.
    fn made_in_sight(&self, seen_through: &BTreeSet<String>) -> Vec<(&String, &Structure)> {
        let known = self.structs.iter();
        let known = known.filter_map(|(of, structure)| Some((of, structure.as_ref()?)));
        let is_made = |(of, structure): &(&String, &Structure)| {
            !self.is_seen(of, structure, seen_through) && !structure.derives.contains("Default")
        };
        known.filter(is_made).collect()
    }

    /// The fields that all values of a type have alike.
    pub(crate) fn same_fields(&self, seen_through: &BTreeSet<String>) -> Vec<Change> {
        let mut found = Vec::new();
        for (of, structure) in self.made_in_sight(seen_through) {
            for (name, ty) in &structure.types {
                let Some(made) = self.values(of, name) else {
                    continue;
                };
                let assigned = self.assigned.get(name).into_iter().flatten();
                let value = self.same(made.iter().chain(assigned), ty);
                let value = value.filter(|value| is_none(value) || !self.lent.contains(name));
                let value = value.filter(|value| !self.may_differ(name, is_empty_vec(value)));
                if let (true, Some(value)) = (self.is_only_field(name), value) {
                    found.push(Change::Field {
                        of: of.clone(),
                        name: name.clone(),
                        value: Some(value),
                    });
                }
            }
        }
        found
    }

    /// Whether a type has named fields, and nothing but a copy is made of its values in a way that
    /// is not seen.
    pub(crate) fn is_plain_struct(&self, of: &str) -> bool {
        self.structs.get(of).and_then(Option::as_ref).is_some_and(|structure| {
            structure.derives.contains("Copy")
                && !structure.derives.contains("Default")
                && !structure.has_parameters
                && !structure.types.is_empty()
                && !self.is_seen(of, structure, &BTreeSet::new())
                // What changes a field makes another value.
                && structure.types.keys().all(|name| self.is_only_field(name) && !self.may_differ(name, false) && !self.assigned.contains_key(name))
        })
    }

    /// The types of fields that are numbers or truths, of the only type that has fields of their
    /// names, if nothing happens where they are made.
    pub(crate) fn numbers(&self, of: &str, functions: &Functions) -> Vec<(String, String)> {
        let structure = self.structs.get(of).and_then(Option::as_ref);
        let types = structure.into_iter().flat_map(|structure| &structure.types);
        let fits = |(name, ty): &(&String, &Type)| {
            let made = self.values(of, name);
            let is_pure = |all: &[Expr]| all.iter().all(|value| functions.is_pure(value));
            (is_number(&text_of(ty)) || text_of(ty) == "bool") && made.is_some_and(is_pure)
        };
        let found = types.filter(fits);
        found
            .map(|(name, ty)| (name.clone(), text_of(ty)))
            .collect()
    }

    /// The method that is meant by a name without arguments, if it is one.
    pub(crate) fn only_method(&self, name: &str) -> Option<Function> {
        let key = (name.to_owned(), 0);
        self.is_one(&key).then_some(Function {
            of: None,
            name: key.0,
            count: 0,
        })
    }

    /// The fields of which all values of a type are made alike, where other types have fields of
    /// their names.
    pub(crate) fn hidden_fields(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (of, structure) in self.made_in_sight(&BTreeSet::new()) {
            for (name, ty) in &structure.types {
                let is_hidden =
                    self.fields.get(name).map_or(0, Vec::len) > 1 || self.matched.contains(name);
                if is_hidden && !self.barred.contains(name) {
                    let made = self.values(of, name);
                    let is_same = made.is_some_and(|made| self.same(made, ty).is_some());
                    if is_same || self.of_constants.contains(of) {
                        found.push((of.clone(), name.clone()));
                    }
                }
            }
        }
        found
    }

    /// The methods that are fields. `is_shown`: whether all may see a type of the program.
    pub(crate) fn getters(
        &self,
        program: &Program,
        is_own: impl Fn(&str) -> bool,
        is_shown: impl Fn(&str) -> bool,
    ) -> Vec<Change> {
        let derefs = self.foreign.contains(&("deref".to_owned(), 0));
        let known = |name: &str, count: usize| {
            let key = (name.to_owned(), count);
            let own = self.functions.get(&key);
            let is_foreign = self.foreign.contains(&key) || self.barred.contains(name);
            let quiet = |of: &Definition| of.receiver == Some(false);
            Known {
                is_own: own.is_some_and(|all| all.iter().all(quiet)) && !is_foreign && is_own(name),
                is_other: own.is_none() && !is_foreign,
            }
        };
        let mut found = Vec::new();
        for (key, all) in &self.functions {
            let (name, 0) = (&key.0, key.1) else { continue };
            let of_types = |function: &Function| function.of.is_some() && function.name == *name;
            let is_named = self
                .named
                .iter()
                .any(|(of, other)| of.is_some() && other == name)
                || self.calls.keys().any(of_types);
            if is_named || self.foreign.contains(key) || self.barred.contains(name) || !is_own(name)
            {
                continue;
            }
            let field = |definition: &Definition| {
                let value = definition
                    .value
                    .as_ref()
                    .filter(|_| definition.receiver == Some(false))?;
                let (field, form, said) = field_of(value, &definition.output)?;
                let structure = self.structs.get(definition.of.as_ref()?)?.as_ref()?;
                let ty = structure.types.get(&field)?;
                let text = text_of(ty);
                let mut words = words_of(&ty.to_token_stream()).into_iter();
                let is_own = |word: &String| {
                    let is_enum = self.enums.is_some_and(|enums| enums.contains_key(word));
                    is_enum || self.makers.contains(word) || self.barred.contains(word)
                };
                let fits = text_of(said) == text
                    && !self.barred.contains(&field)
                    && !structure.has_attributes
                    && (!derefs || self.is_only_field(&field))
                    && words.all(|word| !is_own(&word) || is_shown(&word));
                let is_plain = is_number(&text) || text == "bool" || text == "char";
                fits.then_some((field, form, is_plain))
            };
            let mut fields = all.iter().map(field);
            let Some(Some((field, form, is_plain))) = fields.next() else {
                continue;
            };
            let is_same = |other: Option<(String, Form, bool)>| {
                other.is_some_and(|(of, other, _)| of == field && other == form)
            };
            if !fields.all(is_same) || (form == Form::Copy && self.lends_by_pattern) {
                continue;
            }
            let is_plain = is_plain && all.len() == 1;
            let mut calls = Calls {
                name,
                form,
                is_plain,
                known: &known,
                fit: true,
            };
            for tree in program.nodes.values() {
                tree.node.look(&mut calls);
            }
            if !calls.fit {
                continue;
            }
            let looks = self.calls.keys().filter(|function| {
                function.of.is_none()
                    && is_looked_at(&function.name, &known(&function.name, function.count))
            });
            found.push(Change::Getter {
                of: all.iter().filter_map(|of| of.of.clone()).collect(),
                method: name.clone(),
                looks: looks.map(|function| function.name.clone()).collect(),
                field,
                form,
            });
        }
        found
    }

    /// That a field goes which is never read, if nothing happens where values of its type are made
    /// and end.
    fn unread(
        &self,
        of: &str,
        name: &str,
        functions: &Functions,
        seen_through: &BTreeSet<String>,
    ) -> Option<Change> {
        let structure = self.structs.get(of)?.as_ref()?;
        let made = self.values(of, name)?;
        let fits = !self.is_seen(of, structure, seen_through)
            && !self.barred.contains(name)
            && self.ends_quietly(structure.types.get(name)?)
            && made.iter().all(|value| functions.is_pure(value));
        fits.then(|| Change::Field {
            of: of.to_owned(),
            name: name.to_owned(),
            value: None,
        })
    }

    /// A field that the compiler says is never read, if nothing happens at what it is set to. Where
    /// another type has one of its name, none of that name is set: nobody could say which.
    pub(crate) fn unread_field(
        &self,
        of: &str,
        name: &str,
        uses: &FieldUses,
        functions: &Functions,
        seen_through: &BTreeSet<String>,
    ) -> Option<Change> {
        let assigned = self.assigned.get(name);
        let is_set = assigned.is_some() || uses.is_set(name);
        let mut values = assigned.into_iter().flatten();
        let fits =
            (self.is_only_field(name) || !is_set) && values.all(|value| functions.is_pure(value));
        let change = self.unread(of, name, functions, seen_through);
        change.filter(|_| fits)
    }

    /// The fields that are set and never read, if nothing happens at what they are set to.
    pub(crate) fn set_alone(
        &self,
        uses: &FieldUses,
        functions: &Functions,
        seen_through: &BTreeSet<String>,
    ) -> Vec<Change> {
        let change = |name: &String| {
            let of = self.fields.get(name)?.first()?;
            let structure = self.structs.get(of)?.as_ref()?;
            let mut derives = structure.derives.iter();
            let fits = self.is_only_field(name)
                && derives.all(|of| matches!(of.as_str(), "Clone" | "Copy" | "Default"))
                && uses.is_set_quietly(name, &text_of(structure.types.get(name)?), functions);
            let change = self.unread(of, name, functions, seen_through);
            change.filter(|_| fits)
        };
        uses.unread().filter_map(change).collect()
    }

    /// What the field of a struct is made with; nothing if that is not known of all.
    fn values(&self, of: &str, name: &str) -> Option<&[Expr]> {
        let mut makers = self.values.keys().filter(|(.., field)| field == name);
        // Anything else may be another name of the struct.
        let is_known = |(of, name, _): &(Option<String>, String, String)| match of {
            Some(of) => self.parts.contains_key(&(of.clone(), name.clone())),
            None => self.makers.contains(name),
        };
        if !makers.all(is_known) {
            return None;
        }
        let key = (None, of.to_owned(), name.to_owned());
        Some(self.values.get(&key).map_or(&[], Vec::as_slice))
    }

    /// The same of a variant: of one that has names for its fields, or one field without.
    pub(crate) fn unread_part(
        &self,
        of: &str,
        variant: &str,
        name: &str,
        functions: &Functions,
    ) -> Option<Change> {
        let known = self.enums?.get(of)?.as_ref()?;
        let key = (of.to_owned(), variant.to_owned());
        let types = self.parts.get(&key)?;
        let is_one = types.len() == 1 && name == "0";
        let fits = !known.has_attributes
            && !["Debug", "Hash"]
                .iter()
                .any(|of| known.derives.contains(*of))
            && !self.has_own(&known.derives)
            && ![of, variant].iter().any(|name| self.barred.contains(*name))
            && !self
                .named
                .contains(&(Some(of.to_owned()), variant.to_owned()))
            && types.iter().all(|of| self.ends_quietly(of))
            && (is_one || name.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        let made: Vec<&Expr> = if is_one {
            let function = Function {
                of: Some(of.to_owned()),
                name: variant.to_owned(),
                count: 1,
            };
            self.calls
                .get(&function)
                .into_iter()
                .flatten()
                .flatten()
                .collect()
        } else {
            let key = (Some(of.to_owned()), variant.to_owned(), name.to_owned());
            let made = self.values.get(&key);
            made.into_iter().flatten().collect()
        };
        let fits = fits && made.into_iter().all(|value| functions.is_pure(value));
        fits.then(|| Change::Part {
            of: of.to_owned(),
            variant: variant.to_owned(),
            name: name.to_owned(),
        })
    }

    /// The types that have no lifetime any more without these fields.
    pub(crate) fn without_lifetimes(&self, changes: &[Change]) -> Vec<Change> {
        let mut found = Vec::new();
        for (name, structure) in &self.structs {
            let Some(structure) = structure.as_ref().filter(|of| of.has_lifetimes) else {
                continue;
            };
            let goes = |field: &str| {
                let is_it = |change: &Change| matches!(change, Change::Field { of, name: gone, .. } if of == name && gone == field);
                changes.iter().any(is_it)
            };
            let (gone, rest): (Vec<_>, Vec<_>) =
                structure.types.iter().partition(|(field, _)| goes(field));
            let needs = |(_, of): &(&String, &Type)| text_of(of).contains('\'');
            if !gone.is_empty() && !rest.iter().any(needs) && !self.barred.contains(name) {
                found.push(Change::Lifetimes { of: name.clone() });
            }
        }
        found
    }

    fn is_seen(&self, of: &str, structure: &Structure, seen_through: &BTreeSet<String>) -> bool {
        self.barred.contains(of)
            || seen_through.contains(of)
            || structure.has_attributes
            || self.has_own(&structure.derives)
            || ["Debug", "Hash"]
                .iter()
                .any(|of| structure.derives.contains(*of))
    }

    /// Whether something that is derived calls what the program has written.
    fn has_own(&self, derives: &BTreeSet<String>) -> bool {
        let mut names = self.functions.keys().map(|(name, _)| name.as_str());
        names.any(|name| {
            (name == "clone" && derives.contains("Clone"))
                || (name == "default" && derives.contains("Default"))
        })
    }

    /// Whether what happens where a field of another value is looked up does nothing.
    pub(crate) fn derefs_quietly(&self, functions: &Functions) -> bool {
        let is_deref = |name: &str| matches!(name, "deref" | "deref_mut");
        let all = self
            .functions
            .iter()
            .filter(|((name, _), _)| is_deref(name));
        let mut all = all.flat_map(|(_, all)| all);
        all.all(|of| {
            of.value
                .as_ref()
                .is_some_and(|value| functions.is_pure(value))
        })
    }

    /// Whether a name behind a dot is that of one field; those of the standard library have few.
    fn is_only_field(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|all| all.len() == 1)
            && !self.barred.contains(name)
            && !matches!(name, "start" | "end")
    }

    /// The only function that is meant by this name, if all its calls are seen.
    fn definition(&self, key: &(String, usize), definition: &Definition) -> Option<Function> {
        let (name, _) = key;
        let belongs = definition.receiver.is_none() && definition.of.is_some();
        let of = definition.of.clone().filter(|_| belongs);
        let fits = if belongs {
            let same = self
                .functions
                .iter()
                .filter(|((other, _), _)| other == name);
            let same = same.flat_map(|(_, all)| all);
            let same = same.filter(|other| other.of == definition.of);
            same.count() == 1
                && !self.barred.contains(name)
                && !self.foreign.iter().any(|(other, _)| other == name)
        } else {
            self.is_one(key)
        };
        let function = Function {
            of,
            name: name.clone(),
            count: key.1,
        };
        let is_value = if definition.receiver.is_some() {
            // A name alone is that of a variable.
            let mut named = self.named.iter();
            named.any(|(of, other)| of.is_some() && other == name)
        } else {
            self.named.contains(&(function.of.clone(), name.clone()))
        };
        (fits && !is_value && name != "main").then_some(function)
    }

    /// The parameters that get the same at each call.
    pub(crate) fn same_arguments(&self) -> Vec<Change> {
        let mut found = Vec::new();
        for (key, all) in &self.functions {
            for definition in all {
                let Some(function) = self.definition(key, definition) else {
                    continue;
                };
                let Some(calls) = self.calls.get(&function) else {
                    continue;
                };
                for (index, parameter) in definition.parameters.iter().enumerate() {
                    let Some(parameter) = parameter else { continue };
                    let value = self.same(calls.iter().map(|call| &call[index]), &parameter.of);
                    // What is long is not worth writing more than once.
                    let is_long = matches!(value, Some(Expr::Lit(_)))
                        && value.as_ref().and_then(is_bool).is_none();
                    let most = if is_long { 1 } else { usize::MAX };
                    let fits = parameter.uses.is_some_and(|uses| uses <= most);
                    if let (Some(value), true) = (value, fits) {
                        found.push(Change::Parameter {
                            function: function.clone(),
                            index,
                            value: Some(value),
                        });
                        // The places of the others are known once this one is gone.
                        break;
                    }
                }
            }
        }
        found
    }

    /// A parameter of a unit that the compiler says is unused.
    pub(crate) fn unused(
        &self,
        unit: UnitId,
        variable: &str,
        column: usize,
        functions: &Functions,
    ) -> Option<Change> {
        let all = self.functions.iter();
        let mut all = all.flat_map(|(key, all)| all.iter().map(move |of| (key, of)));
        let (key, definition) = all.find(|(_, of)| of.unit == unit)?;
        let is_it = |of: &Option<Parameter>| of.as_ref().is_some_and(|of| of.name == variable);
        let Some(index) = definition.parameters.iter().position(is_it) else {
            let name = variable.to_owned();
            return Some(Change::Variable { unit, name, column });
        };
        let function = self.definition(key, definition)?;
        let calls = self.calls.get(&function)?;
        let parameter = definition.parameters[index].as_ref()?;
        // A value that is lent ends elsewhere, whatever its type.
        let is_lent = |call: &Vec<Expr>| matches!(call[index], Expr::Lit(_) | Expr::Reference(_));
        let fits = parameter.uses == Some(0)
            && (self.ends_quietly(&parameter.of) || calls.iter().all(is_lent))
            && calls.iter().all(|call| functions.is_pure(&call[index]));
        fits.then_some(Change::Parameter {
            function,
            index,
            value: None,
        })
    }

    /// The functions that say the same whatever they are asked.
    pub(crate) fn same_results(&self, is_own: impl Fn(&str) -> bool) -> Vec<Change> {
        let mut found = Vec::new();
        for (key, all) in &self.functions {
            let [definition] = &all[..] else { continue };
            let Some(value) = &definition.value else {
                continue;
            };
            let is_nothing = matches!(value, Expr::Tuple(tuple) if tuple.elems.is_empty());
            let is_plain = is_nothing || is_bool(value).is_some() || is_none(value);
            let value = match &definition.output {
                _ if is_plain => Some(value.clone()),
                syn::ReturnType::Type(_, of) => self.constant(value, of),
                syn::ReturnType::Default => None,
            };
            let Some(value) = value else { continue };
            if self.is_one(key) && is_own(&key.0) && key.0 != "main" {
                let of = definition.of.clone();
                found.push(Change::Result {
                    function: Function {
                        of: of.filter(|_| definition.receiver.is_none()),
                        name: key.0.clone(),
                        count: key.1,
                    },
                    value,
                });
            }
        }
        found
    }
}

pub(crate) fn is_number(of: &str) -> bool {
    const NUMBERS: [&str; 12] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    ];
    NUMBERS.contains(&of)
}

pub(crate) fn last_names(path: &syn::Path, this: Option<&str>) -> (Option<String>, String) {
    let mut names = path.segments.iter().rev().map(|segment| {
        let name = plain(&segment.ident);
        match this {
            Some(this) if name == "Self" => this.to_owned(),
            _ => name,
        }
    });
    let last = names.next().unwrap_or_default();
    // Modules are written small.
    let of = names.next().filter(|of| of.starts_with(char::is_uppercase));
    (of, last)
}

impl Visit<'_> for Facts<'_> {
    fn visit_macro(&mut self, call: &syn::Macro) {
        let Some(arguments) = arguments_of(call) else {
            each_word(&call.tokens, &mut |word| {
                self.barred.insert(word.to_owned());
            });
            return;
        };
        if let Some(first) = arguments.first() {
            if call.path.is_ident("write") || call.path.is_ident("writeln") {
                self.may_change(first);
            }
        }
        for argument in &arguments {
            self.visit_expr(argument);
        }
    }

    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.foreign.insert(name_of(&function.sig));
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.foreign.insert(name_of(&function.sig));
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        let name = plain(&pattern.ident);
        self.lends_by_pattern |= pattern.by_ref.is_some() && pattern.mutability.is_some();
        self.bound.insert(name);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_pat_struct(&mut self, pattern: &syn::PatStruct) {
        for field in &pattern.fields {
            if let Member::Named(name) = &field.member {
                self.matched.insert(plain(name));
            }
        }
        visit::visit_pat_struct(self, pattern);
    }

    fn visit_expr_struct(&mut self, expr: &syn::ExprStruct) {
        let (of, name) = self.named(&expr.path);
        for field in &expr.fields {
            let key = (of.clone(), name.clone(), text_of(&field.member));
            self.values.entry(key).or_default().push(field.expr.clone());
        }
        // What is said of the type is no use of a function.
        for field in &expr.fields {
            self.visit_expr(&field.expr);
        }
        if let Some(rest) = &expr.rest {
            self.visit_expr(rest);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Assign(assign) => match &*assign.left {
                Expr::Field(syn::ExprField {
                    member: Member::Named(name),
                    base,
                    ..
                }) => {
                    let all = self.assigned.entry(plain(name)).or_default();
                    all.push((*assign.right).clone());
                    self.may_change(base);
                }
                left => self.may_change(left),
            },
            Expr::Binary(binary) if is_assignment(&binary.op) => self.may_change(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.may_change(&reference.expr);
            }
            Expr::Let(asked) => {
                // Where `Some` is asked for, nothing changes what is `None`.
                let mut skipped = vec![(&*asked.pat, &*asked.expr)];
                if let (Pat::Tuple(pattern), Expr::Tuple(tuple)) = skipped[0] {
                    if pattern.elems.len() == tuple.elems.len() {
                        skipped = pattern.elems.iter().zip(&tuple.elems).collect();
                    }
                }
                self.visit_pat(&asked.pat);
                for (pattern, expr) in skipped {
                    match expr {
                        Expr::Reference(lent) if asks_for_some(pattern) == Some(true) => {
                            if let Expr::Field(field) = &*lent.expr {
                                self.lent.insert(text_of(&field.member));
                            }
                            self.visit_expr(&lent.expr);
                        }
                        expr => self.visit_expr(expr),
                    }
                }
                return;
            }
            Expr::RawAddr(raw) => self.may_change(&raw.expr),
            Expr::MethodCall(call) => {
                let name = plain(&call.method);
                let mut root = &*call.receiver;
                loop {
                    root = match root {
                        Expr::Field(field) => {
                            if let Member::Named(field) = &field.member {
                                let method = (name.clone(), call.args.len());
                                self.called_on.insert((plain(field), method));
                            }
                            &field.base
                        }
                        Expr::Index(index) => &index.expr,
                        Expr::Paren(paren) => &paren.expr,
                        _ => break,
                    }
                }
                let arguments: Vec<Expr> = call.args.iter().cloned().collect();
                self.call(None, &name, arguments);
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    if is_one_of(&path.path, &self.local) {
                        visit::visit_expr_call(self, call);
                        return;
                    }
                    let (of, name) = self.named(&path.path);
                    let mut arguments: Vec<Expr> = call.args.iter().cloned().collect();
                    self.call(of.clone(), &name, arguments.clone());
                    if of.is_some() && !arguments.is_empty() {
                        // Perhaps a method: the first is `self`.
                        arguments.remove(0);
                        self.call(None, &name, arguments);
                    }
                    call.args
                        .iter()
                        .for_each(|argument| self.visit_expr(argument));
                    return;
                }
            }
            Expr::Path(path) if !is_one_of(&path.path, &self.local) => {
                let (of, name) = self.named(&path.path);
                self.named.extend([(of, name.clone()), (None, name)]);
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// Whether a path is one of these names alone.
fn is_one_of(path: &syn::Path, names: &BTreeSet<String>) -> bool {
    let name = path.get_ident().map(plain);
    name.is_some_and(|name| names.contains(&name))
}

pub(crate) fn is_assignment(op: &syn::BinOp) -> bool {
    text_of(op).len() > 1
        && text_of(op).ends_with('=')
        && !matches!(text_of(op).as_str(), "==" | "!=" | "<=" | ">=")
}

/// Counts the uses of a variable.
pub(crate) struct Uses<'a> {
    name: &'a str,
    count: Option<usize>,
}

impl Uses<'_> {
    pub(crate) fn count<'a>(
        name: &str,
        stmts: impl IntoIterator<Item = &'a syn::Stmt>,
    ) -> Option<usize> {
        let mut uses = Uses {
            name,
            count: Some(0),
        };
        stmts.into_iter().for_each(|stmt| uses.visit_stmt(stmt));
        uses.count
    }
}

impl Visit<'_> for Uses<'_> {
    fn visit_macro(&mut self, call: &syn::Macro) {
        let arguments = arguments_of(call);
        let text = call.tokens.to_string();
        let is_captured = captures(&text).iter().any(|(_, name)| *name == self.name);
        let mut is_said = false;
        each_word(&call.tokens, &mut |word| is_said |= word == self.name);
        if (is_captured || arguments.is_none()) && is_said {
            self.count = None;
        }
        for argument in arguments.iter().flatten() {
            self.visit_expr(argument);
        }
    }

    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        if plain(&pattern.ident) == self.name {
            self.count = None;
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        if path.path.is_ident(self.name) {
            self.count = self.count.map(|count| count + 1);
        }
    }
}

struct Applier<'a> {
    changes: &'a [Change],
    functions: &'a Functions,
    unit: UnitId,
    at_root: bool,
    this: Option<String>,
    touched: BTreeSet<usize>,
    /// Variables that hide functions of their name: those of patterns, and those of `let` from
    /// there on.
    hidden: BTreeSet<String>,
}

impl<'a> Applier<'a> {
    fn find<T>(&mut self, f: impl Fn(&'a Change) -> Option<T>) -> Option<T> {
        let mut all = self.changes.iter().enumerate();
        let (index, found) = all.find_map(|(index, change)| Some((index, f(change)?)))?;
        self.touched.insert(index);
        Some(found)
    }

    /// The value of a field, if it is one of these.
    fn field(&mut self, name: &str) -> Option<Option<Expr>> {
        self.find(|change| match change {
            Change::Field {
                name: of, value, ..
            } if of == name => Some(value.clone()),
            _ => None,
        })
    }

    /// Whether the field of a type goes.
    fn goes(&mut self, of: &str, name: &Member) -> bool {
        let Member::Named(name) = name else {
            return false;
        };
        let name = plain(name);
        let found = self.find(|change| match change {
            Change::Field {
                of: ty,
                name: of_field,
                ..
            } => (ty == of && *of_field == name).then_some(()),
            _ => None,
        });
        found.is_some()
    }

    fn without_fields<T>(
        &mut self,
        of: &str,
        fields: &mut Punctuated<T, Token![,]>,
        name: impl Fn(&T) -> Member,
    ) {
        let old = std::mem::take(fields).into_pairs();
        fields.extend(old.filter(|field| !self.goes(of, &name(field.value()))));
    }

    fn is_without_lifetimes(&mut self, name: &syn::Ident) -> bool {
        let name = plain(name);
        let found = self.find(|change| match change {
            Change::Lifetimes { of } => (*of == name).then_some(()),
            _ => None,
        });
        found.is_some()
    }

    fn is_unused(&mut self, ident: &syn::PatIdent) -> bool {
        let place = |name: &syn::Ident| name.span().start().column;
        let first = ident
            .mutability
            .map_or(place(&ident.ident), |word| word.span.start().column);
        let (unit, name) = (self.unit, plain(&ident.ident));
        let places = [first, place(&ident.ident)];
        let found = self.find(|change| match change {
            Change::Variable {
                unit: of,
                name: gone,
                column,
            } => (*of == unit && *gone == name && places.contains(column)).then_some(()),
            _ => None,
        });
        found.is_some()
    }

    /// Whether the field of a variant goes.
    fn has_lost(&mut self, of: &str, variant: &str, name: &str) -> bool {
        let found = self.find(|change| match change {
            Change::Part {
                of: ty,
                variant: of_variant,
                name: of_field,
            } => (ty == of && of_variant == variant && of_field == name).then_some(()),
            _ => None,
        });
        found.is_some()
    }

    fn without_parts<T>(
        &mut self,
        of: &str,
        variant: &str,
        fields: &mut Punctuated<T, Token![,]>,
        name: impl Fn(&T) -> String,
    ) {
        let old = std::mem::take(fields).into_pairs();
        fields.extend(old.filter(|field| !self.has_lost(of, variant, &name(field.value()))));
    }

    fn without_arguments(
        &mut self,
        function: &Function,
        arguments: &mut Punctuated<Expr, Token![,]>,
        skip: usize,
    ) {
        let gone = self.find(|change| match change {
            Change::Parameter {
                function: of,
                index,
                ..
            } if of == function => Some(*index),
            _ => None,
        });
        if let Some(index) = gone {
            let old = std::mem::take(arguments).into_iter().enumerate();
            arguments.extend(
                old.filter(|(at, _)| *at != index + skip)
                    .map(|(_, argument)| argument),
            );
        }
    }

    fn signature(&mut self, signature: &mut syn::Signature, body: &mut syn::Block) {
        let name = plain(&signature.ident);
        let this = self.this.clone();
        let has_self = signature.receiver().is_some();
        let (_, count) = name_of(signature);
        let gone = self.find(|change| match change {
            Change::Parameter {
                function,
                index,
                value,
            } => {
                let is_it = function.name == name
                    && function.count == count
                    && (function.of.is_none() || (!has_self && function.of == this));
                is_it.then(|| (*index, value.clone()))
            }
            _ => None,
        });
        let Some((index, value)) = gone else { return };
        let index = index + usize::from(has_self);
        let old = std::mem::take(&mut signature.inputs);
        for (at, input) in old.into_iter().enumerate() {
            match (&input, &value) {
                (FnArg::Typed(typed), Some(value)) if at == index => {
                    if let Pat::Ident(ident) = &*typed.pat {
                        let name = plain(&ident.ident);
                        Substitute { name, value }.visit_block_mut(body);
                    }
                }
                _ if at == index => {}
                _ => signature.inputs.push(input),
            }
        }
    }

    fn is_hidden(&self, path: &syn::Path) -> bool {
        is_one_of(path, &self.hidden)
    }

    /// What `any` or `all` say of a function that says the same of all.
    fn answer(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = plain(&call.method);
        let (Some(Expr::Path(asked)), 1) = (call.args.first(), call.args.len()) else {
            return None;
        };
        let is_std = matches!(name.as_str(), "any" | "all") && !self.functions.all.contains(&name);
        if !is_std || self.is_hidden(&asked.path) || !self.functions.is_slice(&call.receiver) {
            return None;
        }
        let (of, asked) = last_names(&asked.path, self.this.as_deref());
        let count = 1;
        let value = self.result(&Function {
            of,
            name: asked,
            count,
        })?;
        (is_bool(&value) == Some(name == "all")).then_some(value)
    }

    /// Puts a field in the place of the method that is it. `looks`: what is called on it.
    fn without_getter(&mut self, expr: &mut Expr, looks: Option<&str>) {
        let Expr::MethodCall(call) = expr else { return };
        if !call.args.is_empty() {
            return;
        }
        let name = plain(&call.method);
        let found = self.find(|change| match change {
            Change::Getter {
                method,
                field,
                form,
                looks,
                ..
            } if *method == name => Some((field, *form, looks)),
            _ => None,
        });
        let Some((field, form, known)) = found else {
            return;
        };
        let (base, field) = (&call.receiver, ident(field, call.method.span()));
        let is_place = match looks {
            Some(name) => name == "[" || known.contains(name),
            None => false,
        };
        *expr = match form {
            _ if form == Form::Copy || is_place => syn::parse_quote!(#base.#field),
            _ if looks.is_some() => syn::parse_quote!((&#base.#field)),
            _ => syn::parse_quote!(&#base.#field),
        };
    }

    fn result(&mut self, function: &Function) -> Option<Expr> {
        self.find(|change| match change {
            Change::Result {
                function: of,
                value,
            } if of == function => Some(value.clone()),
            _ => None,
        })
    }
}

impl VisitMut for Applier<'_> {
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
        visit_mut::visit_path_segment_mut(self, segment);
        if !segment.arguments.is_empty() && self.is_without_lifetimes(&segment.ident) {
            segment.arguments = syn::PathArguments::None;
        }
    }

    fn visit_item_struct_mut(&mut self, of: &mut syn::ItemStruct) {
        visit_mut::visit_item_struct_mut(self, of);
        let name = plain(&of.ident);
        if self.is_without_lifetimes(&of.ident) {
            of.generics = syn::Generics::default();
        }
        if let Fields::Named(fields) = &mut of.fields {
            for field in &mut fields.named {
                let ident = field.ident.as_ref().map(plain).unwrap_or_default();
                let hidden = matches!(field.vis, syn::Visibility::Inherited) && !self.at_root;
                let shows = |change: &'_ Change| match change {
                    Change::Getter { of, field, .. } => {
                        (hidden && of.contains(&name) && *field == ident).then_some(())
                    }
                    _ => None,
                };
                if self.find(shows).is_some() {
                    field.vis = syn::parse_quote!(pub(crate));
                }
            }
            self.without_fields(&name, &mut fields.named, |field| {
                Member::Named(field.ident.clone().unwrap_or_else(|| of.ident.clone()))
            });
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.hidden = Bound::by_patterns(&function.sig, &function.block);
        visit_mut::visit_item_fn_mut(self, function);
        self.signature(&mut function.sig, &mut function.block);
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        self.hidden = Bound::by_patterns(&function.sig, &function.block);
        visit_mut::visit_impl_item_fn_mut(self, function);
        self.signature(&mut function.sig, &mut function.block);
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::TupleStruct(tuple) = pattern {
            let (of, name) = last_names(&tuple.path, self.this.as_deref());
            if of.is_some_and(|of| self.has_lost(&of, &name, "0")) {
                *pattern = Pat::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: tuple.path.clone(),
                });
                return;
            }
        }
        if let Pat::Ident(ident) = pattern {
            if ident.subpat.is_none() && self.is_unused(ident) {
                *pattern = syn::parse_quote!(_);
            }
        }
        visit_mut::visit_pat_mut(self, pattern);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        visit_mut::visit_field_pat_mut(self, field);
        if matches!(*field.pat, Pat::Wild(_)) {
            field.colon_token = Some(Token![:](proc_macro2::Span::call_site()));
        }
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        let (of, name) = last_names(&pattern.path, self.this.as_deref());
        self.without_fields(&name, &mut pattern.fields, |field| field.member.clone());
        if let Some(of) = of {
            self.without_parts(&of, &name, &mut pattern.fields, |field| {
                text_of(&field.member)
            });
        }
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for stmt in stmts {
            if let syn::Stmt::Local(local) = &stmt {
                let quiet = |init: &syn::LocalInit| self.functions.is_pure(&init.expr);
                if matches!(local.pat, Pat::Wild(_))
                    && self.functions.formats
                    && local.init.as_ref().is_some_and(quiet)
                {
                    continue;
                }
                if let (Some(ident), Some(init)) = (variable(&local.pat), &local.init) {
                    let is_quiet = init.diverge.is_none()
                        && self.functions.is_pure(&init.expr)
                        && !moves(&init.expr);
                    if is_quiet && self.is_unused(ident) {
                        continue;
                    }
                }
            }
            block.stmts.push(stmt);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let mut bound = Bound::default();
        bound.visit_pat(&local.pat);
        self.hidden.extend(bound.names);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.without_getter(expr, None);
        // A function that is called is no value.
        if let Expr::Call(call) = expr {
            if let Expr::Path(path) = &*call.func {
                let (of, name) = last_names(&path.path, self.this.as_deref());
                call.args
                    .iter_mut()
                    .for_each(|argument| self.visit_expr_mut(argument));
                let count = call.args.len();
                let function = Function { of, name, count };
                let pure = call
                    .args
                    .iter()
                    .all(|argument| self.functions.is_pure(argument));
                if pure && !self.is_hidden(&path.path) {
                    if let Some(value) = self.result(&function) {
                        *expr = value;
                        return;
                    }
                }
                if let Function {
                    of: Some(of), name, ..
                } = &function
                {
                    if self.has_lost(of, name, "0") {
                        *expr = (*call.func).clone();
                        return;
                    }
                }
                if !self.is_hidden(&path.path) {
                    self.without_arguments(&function, &mut call.args, 0);
                }
                if let Function {
                    of: Some(_), name, ..
                } = function
                {
                    let (of, count) = (None, count.wrapping_sub(1));
                    self.without_arguments(&Function { of, name, count }, &mut call.args, 1);
                }
                return;
            }
        }
        if let Expr::Assign(assign) = expr {
            if let Expr::Field(field) = &*assign.left {
                let name = text_of(&field.member);
                if self.functions.is_pure(&assign.right) && self.field(&name).is_some() {
                    *expr = syn::parse_quote!({});
                    return;
                }
            }
        }
        // Nobody reads it, however it is set.
        let name = name_of_set(expr);
        if name.is_some_and(|name| matches!(self.field(&name), Some(None))) {
            *expr = syn::parse_quote!({});
            return;
        }
        match expr {
            Expr::MethodCall(call) => {
                let name = plain(&call.method);
                self.without_getter(&mut call.receiver, Some(&name));
                visit_mut::visit_expr_method_call_mut(self, call);
            }
            Expr::Index(index) => {
                self.without_getter(&mut index.expr, Some("["));
                visit_mut::visit_expr_index_mut(self, index);
            }
            Expr::Field(field) => {
                self.without_getter(&mut field.base, Some("["));
                visit_mut::visit_expr_field_mut(self, field);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        let new = match expr {
            Expr::Struct(of) => {
                let (ty, name) = last_names(&of.path, self.this.as_deref());
                self.without_fields(&name, &mut of.fields, |field| field.member.clone());
                if let Some(ty) = ty {
                    self.without_parts(&ty, &name, &mut of.fields, |field| text_of(&field.member));
                }
                None
            }
            Expr::Field(field) if self.functions.is_pure(&field.base) => match &field.member {
                Member::Named(name) => self.field(&plain(name)).flatten(),
                Member::Unnamed(_) => None,
            },
            Expr::MethodCall(call) if self.answer(call).is_some() => self.answer(call),
            Expr::MethodCall(call) => {
                let function = Function {
                    of: None,
                    name: plain(&call.method),
                    count: call.args.len(),
                };
                let is_pure = |expr: &Expr| self.functions.is_pure(expr);
                let value = if is_pure(&call.receiver) && call.args.iter().all(is_pure) {
                    self.result(&function)
                } else {
                    None
                };
                if value.is_none() {
                    self.without_arguments(&function, &mut call.args, 0);
                }
                value
            }
            _ => None,
        };
        if let Some(new) = new {
            *expr = new;
        }
    }
}

/// The names that patterns bind, but for those of `let`.
#[derive(Default)]
struct Bound {
    names: BTreeSet<String>,
    /// Also those of `let`.
    with_lets: bool,
}

impl Bound {
    fn by_patterns(signature: &syn::Signature, body: &syn::Block) -> BTreeSet<String> {
        let mut bound = Bound::default();
        bound.visit_signature(signature);
        bound.visit_block(body);
        bound.names
    }
}

impl Visit<'_> for Bound {
    fn visit_local(&mut self, local: &syn::Local) {
        if self.with_lets {
            self.visit_pat(&local.pat);
        }
        if let Some(init) = &local.init {
            visit::visit_local_init(self, init);
        }
    }

    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        self.names.insert(plain(&pattern.ident));
        visit::visit_pat_ident(self, pattern);
    }
}

fn variable(pattern: &Pat) -> Option<&syn::PatIdent> {
    match pattern {
        Pat::Ident(ident) if ident.subpat.is_none() => Some(ident),
        Pat::Type(typed) => variable(&typed.pat),
        _ => None,
    }
}

/// Writes a value in the place of a variable.
pub(crate) struct Substitute<'a> {
    pub(crate) name: String,
    pub(crate) value: &'a Expr,
}

impl VisitMut for Substitute<'_> {
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        each_argument(call, &mut |expr| self.visit_expr_mut(expr));
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        visit_mut::visit_field_value_mut(self, field);
        if !matches!(&field.expr, Expr::Path(path) if path.path.get_ident().is_some()) {
            field.colon_token = Some(Token![:](proc_macro2::Span::call_site()));
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if matches!(expr, Expr::Path(path) if path.path.is_ident(&self.name)) {
            *expr = self.value.clone();
        }
    }
}
