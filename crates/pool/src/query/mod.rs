//! The language that cards are searched with, after Scryfall's.
//!
//! | written | finds |
//! |---|---|
//! | `word`, `"several words"` | names, English or Korean; Korean by initials too (`ㅂㅅㅅ`) |
//! | `!"Full Name"` | the card of exactly that name |
//! | `t:creature` | words of the type line |
//! | `o:"draw a card"` | words of the text; `~` is the card's name |
//! | `c:rg` `c=w` `c<=ub` `c:m` `c:c` | colours: at least, exactly, at most, several, none |
//! | `m:{2}{G}` | the mana cost holds these symbols |
//! | `mv<=3` `pow>tou` `tou=4` `loy>3` | numbers |
//! | `set:RAV` `f:NAME` | printed in a set, in a format |
//! | `is:verified` | `verified`, `executable`, `refused`, `accepted`, `funny`, `digital`, `permanent`, `spell`, `faces`, `vanilla` |
//!
//! Terms beside each other must all fit; `or`, `-` (not) and parentheses combine them.

mod parse;
mod term;

use crate::store::Row;
use std::fmt;
use std::ops::Range;
use term::Term;

/// A search that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Query(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Term(Term),
}

/// What is wrong with a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What it is.
    pub kind: QueryFault,
}

/// What is wrong with a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryFault {
    /// There is nothing in it.
    Empty,
    /// No such key; these there are.
    Key(String, Vec<&'static str>),
    /// The key can't be compared this way.
    Comparison(String),
    /// The key has no such value; these there are.
    Value(String, Vec<&'static str>),
    /// Not a number.
    Number(String),
    /// Quotation marks that are not closed.
    Quotes,
    /// A parenthesis without its other half.
    Parenthesis,
    /// Nested too deep.
    Deep,
}

impl fmt::Display for QueryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("nothing is searched for"),
            Self::Key(key, known) => write!(f, "no key `{key}`; keys: {}", known.join(", ")),
            Self::Comparison(key) => write!(f, "`{key}` can't be compared like this; use `:`"),
            Self::Value(value, known) => {
                write!(f, "no `{value}` here; expected {}", known.join(", "))
            }
            Self::Number(text) => write!(f, "`{text}` is no number"),
            Self::Quotes => f.write_str("quotation marks are not closed"),
            Self::Parenthesis => f.write_str("a parenthesis without its other half"),
            Self::Deep => f.write_str("nested too deep"),
        }
    }
}

impl Query {
    /// Reads a search.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    ///
    /// ```
    /// use simpan_pool::query::Query;
    /// assert!(Query::parse("t:creature (c:g or c:w) -o:flying mv<=3").is_ok());
    /// assert!(Query::parse("typ:creature").unwrap_err().kind.to_string().contains("type"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        parse::parse(text).map(Self)
    }

    /// Whether a card fits.
    pub fn fits(&self, row: &Row) -> bool {
        self.0.fits(row)
    }
}

impl Node {
    fn fits(&self, row: &Row) -> bool {
        match self {
            Self::All(nodes) => nodes.iter().all(|n| n.fits(row)),
            Self::Any(nodes) => nodes.iter().any(|n| n.fits(row)),
            Self::Not(node) => !node.fits(row),
            Self::Term(term) => term.fits(row),
        }
    }
}
