//! Shapes of trees: the left side of a phrase, matched against and built into serde values.
//!
//! Written like RON: `Damage(source: s = This, amount: n, to: t)`. A lower-case word is a
//! variable, a capitalised one an enum variant, `None` an absent option, `@` the inherited subject,
//! `field: x = V` a field that serde leaves out when it equals `V`.

use serde_json::{Map, Value};

/// A shape with variables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pattern {
    /// Binds the value to a variable.
    Var(usize),
    /// Equals the inherited subject.
    Subject,
    /// Equals the value.
    Const(Value),
    /// An externally tagged variant with content.
    Variant(String, Box<Pattern>),
    /// Exactly these fields; one with a default may be absent.
    Fields(Vec<(String, Pattern, Option<Value>)>),
    /// Exactly these elements.
    List(Vec<Pattern>),
    /// Elements of these shapes anywhere in a list, and the others (`[shape, ..rest]`).
    Among(Vec<Pattern>, usize),
}

/// Values of the variables of one phrase.
pub(crate) type Binds = Vec<Option<Value>>;

impl Pattern {
    /// Whether `value` has this shape; fills `binds`.
    pub(crate) fn matches(
        &self,
        value: &Value,
        subject: Option<&Value>,
        binds: &mut Binds,
    ) -> bool {
        match self {
            Self::Var(i) => match &binds[*i] {
                Some(bound) => bound == value,
                None => {
                    binds[*i] = Some(value.clone());
                    true
                }
            },
            Self::Subject => subject == Some(value),
            Self::Const(c) => c == value,
            Self::Variant(name, inner) => match value.as_object() {
                Some(o) if o.len() == 1 => {
                    o.get(name).is_some_and(|v| inner.matches(v, subject, binds))
                }
                _ => false,
            },
            Self::Fields(fields) => {
                let Some(o) = value.as_object() else { return false };
                let known = |k: &String| fields.iter().any(|(name, ..)| name == k);
                o.keys().all(known)
                    && fields.iter().all(|(name, p, default)| match (o.get(name), default) {
                        (Some(v), _) => p.matches(v, subject, binds),
                        (None, Some(d)) => p.matches(d, subject, binds),
                        (None, None) => false,
                    })
            }
            Self::List(items) => match value.as_array() {
                Some(a) if a.len() == items.len() => {
                    items.iter().zip(a).all(|(p, v)| p.matches(v, subject, binds))
                }
                _ => false,
            },
            Self::Among(elements, rest) => {
                value.as_array().is_some_and(|list| among(elements, list, *rest, subject, binds))
            }
        }
    }

    /// The value this shape has under `binds`; `None` where a variable has no value.
    pub(crate) fn build(&self, subject: Option<&Value>, binds: &Binds) -> Option<Value> {
        Some(match self {
            Self::Var(i) => binds[*i].clone()?,
            Self::Subject => subject?.clone(),
            Self::Const(c) => c.clone(),
            Self::Variant(name, inner) => {
                let mut o = Map::new();
                o.insert(name.clone(), inner.build(subject, binds)?);
                Value::Object(o)
            }
            Self::Fields(fields) => {
                let mut o = Map::new();
                for (name, p, default) in fields {
                    let v = p.build(subject, binds)?;
                    if default.as_ref() != Some(&v) {
                        o.insert(name.clone(), v);
                    }
                }
                Value::Object(o)
            }
            Self::List(items) => {
                Value::Array(items.iter().map(|p| p.build(subject, binds)).collect::<Option<_>>()?)
            }
            Self::Among(elements, rest) => {
                let build = |p: &Pattern| p.build(subject, binds);
                let mut list: Vec<Value> = elements.iter().map(build).collect::<Option<_>>()?;
                list.extend(binds[*rest].as_ref()?.as_array()?.iter().cloned());
                Value::Array(list)
            }
        })
    }
}

/// Whether elements of the shapes are in a list; binds the others to `rest`.
fn among(
    shapes: &[Pattern],
    list: &[Value],
    rest: usize,
    subject: Option<&Value>,
    binds: &mut Binds,
) -> bool {
    let Some((shape, more)) = shapes.split_first() else {
        return Pattern::Var(rest).matches(&Value::Array(list.to_vec()), subject, binds);
    };
    (0..list.len()).any(|i| {
        let mut trial = binds.clone();
        let mut others = list.to_vec();
        let found = others.remove(i);
        let fits = shape.matches(&found, subject, &mut trial)
            && among(more, &others, rest, subject, &mut trial);
        if fits {
            *binds = trial;
        }
        fits
    })
}

/// The subject inside an action: the named field of its only variant, or the variant's content.
pub(crate) fn field<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let content = value.as_object().filter(|o| o.len() == 1)?.values().next()?;
    match content.as_object().and_then(|o| o.get(name)) {
        Some(v) => Some(v),
        None if content.as_object().is_some_and(|o| o.len() > 1) => None,
        None => Some(content),
    }
}

/// Reads patterns, naming variables as they come.
#[derive(Debug)]
pub(crate) struct PatternReader<'s> {
    rest: &'s str,
    /// Variable names, by number.
    pub(crate) names: Vec<String>,
}

impl<'s> PatternReader<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { rest: text.trim(), names: Vec::new() }
    }

    /// The number of a variable, new or known.
    pub(crate) fn var(&mut self, name: &str) -> usize {
        if let Some(i) = self.names.iter().position(|n| n == name) {
            return i;
        }
        self.names.push(name.to_owned());
        self.names.len() - 1
    }

    fn eat(&mut self, token: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &'s str {
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Reads one pattern.
    pub(crate) fn pattern(&mut self) -> Result<Pattern, String> {
        if self.eat('@') {
            return Ok(Pattern::Subject);
        }
        if self.eat('[') {
            let mut items = self.list(']')?;
            if let Some(Pattern::Among(_, rest)) = items.last() {
                let rest = *rest;
                items.pop();
                return Ok(Pattern::Among(items, rest));
            }
            return Ok(Pattern::List(items));
        }
        if self.eat('(') {
            return self.fields();
        }
        if let Some(rest) = self.rest.strip_prefix('"') {
            let (text, rest) = rest.split_once('"').ok_or("a string has no end")?;
            self.rest = rest;
            return Ok(Pattern::Const(text.into()));
        }
        if let Some(rest) = self.rest.strip_prefix("..") {
            self.rest = rest;
            let word = self.word();
            let rest = self.var(word);
            return Ok(Pattern::Among(Vec::new(), rest));
        }
        let word = self.word();
        if word.is_empty() {
            return Err(format!("expected a pattern at `{}`", self.rest));
        }
        if let Ok(n) = word.parse::<i64>() {
            return Ok(Pattern::Const(n.into()));
        }
        match word {
            "None" => return Ok(Pattern::Const(Value::Null)),
            "true" | "false" => return Ok(Pattern::Const((word == "true").into())),
            _ => {}
        }
        if !word.starts_with(char::is_uppercase) {
            return Ok(Pattern::Var(self.var(word)));
        }
        if !self.eat('(') {
            return Ok(Pattern::Const(word.into()));
        }
        let is_fields =
            self.rest.split([',', '(', ')', '[', '"']).next().unwrap_or("").contains(':');
        let inner = if is_fields {
            self.fields()?
        } else {
            let mut items = self.list(')')?;
            match items.len() {
                1 => items.remove(0),
                _ => Pattern::List(items),
            }
        };
        Ok(Pattern::Variant(word.to_owned(), Box::new(inner)))
    }

    fn list(&mut self, close: char) -> Result<Vec<Pattern>, String> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.pattern()?);
            if !self.eat(',') && !self.rest.trim_start().starts_with(close) {
                return Err(format!("expected `,` or `{close}` at `{}`", self.rest));
            }
        }
        Ok(items)
    }

    fn fields(&mut self) -> Result<Pattern, String> {
        let mut fields = Vec::new();
        while !self.eat(')') {
            let name = self.word().to_owned();
            if !self.eat(':') {
                return Err(format!("expected `{name}: …` at `{}`", self.rest));
            }
            let pattern = self.pattern()?;
            let default = match self.eat('=') {
                true => Some(constant(&self.pattern()?)?),
                false => None,
            };
            fields.push((name, pattern, default));
            if !self.eat(',') && !self.rest.trim_start().starts_with(')') {
                return Err(format!("expected `,` or `)` at `{}`", self.rest));
            }
        }
        Ok(Pattern::Fields(fields))
    }

    /// Reads `& PATTERN=var.field` clauses to the end of the line.
    pub(crate) fn wheres(&mut self) -> Result<Vec<Where>, String> {
        let mut all = Vec::new();
        while self.eat('&') {
            let pattern = self.pattern()?;
            if !self.eat('=') {
                return Err(format!("expected `=` at `{}`", self.rest));
            }
            if self.eat('@') {
                all.push(Where { pattern, var: None, field: String::new() });
                continue;
            }
            let word = self.word();
            let var = Some(self.var(word));
            if !self.eat('.') {
                return Err("expected `.field`".to_owned());
            }
            all.push(Where { pattern, var, field: self.word().to_owned() });
        }
        match self.rest.trim().is_empty() {
            true => Ok(all),
            false => Err(format!("too much: `{}`", self.rest)),
        }
    }
}

/// `& PATTERN=var.field`: the field inside the variant bound to `var` has the shape.
#[derive(Clone, Debug)]
pub(crate) struct Where {
    pub(crate) pattern: Pattern,
    /// The variable; the inherited subject if not given (`& PATTERN=@`).
    pub(crate) var: Option<usize>,
    /// The field; or `owned` (it lies in a zone of yours), `from_hand` (it lies in a hand),
    /// `cards` (the filter is one for cards), `other` (it leaves out the source).
    pub(crate) field: String,
}

impl Where {
    /// Whether it holds under `binds`, filling more of them.
    pub(crate) fn holds(&self, subject: Option<&Value>, binds: &mut Binds) -> bool {
        let Some(var) = self.var else {
            return subject.is_some_and(|s| self.pattern.matches(s, subject, binds));
        };
        let Some(value) = binds[var].clone() else { return false };
        let within = |words: &str| value.to_string().contains(words);
        let property = match self.field.as_str() {
            "owned" => Some(within(r#"{"Owner":"You"}"#) || value == "ThisInGraveyard"),
            "from_hand" => Some(within(r#"{"Card":"Hand"}"#)),
            "other" => Some(within(r#""Other""#)),
            "cards" => Some(value["kind"].get("Card").is_some()),
            _ => None,
        };
        if let Some(holds) = property {
            return self.pattern.matches(&holds.into(), subject, binds);
        }
        field(&value, &self.field).is_some_and(|v| self.pattern.matches(v, subject, binds))
    }
}

/// The value of a pattern without variables.
pub(crate) fn constant(pattern: &Pattern) -> Result<Value, String> {
    let none = Binds::new();
    match pattern {
        Pattern::Var(_) => Err("a constant was expected, not a variable".to_owned()),
        p => p.build(None, &none).ok_or_else(|| "a constant was expected".to_owned()),
    }
}
