//! Reading a search.

use super::term::{KEYS, Key, Op, Term};
use super::{Node, QueryError, QueryFault};
use std::ops::Range;

/// How deep parentheses and `-` may be nested.
const DEPTH: usize = 64;

pub(super) fn parse(text: &str) -> Result<Node, QueryError> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.any(0)?;
    parser.skip_space();
    match parser.rest().is_empty() {
        true => Ok(node),
        // Only a closing parenthesis ends a list of terms early.
        false => Err(parser.fault(parser.at..parser.at + 1, QueryFault::Parenthesis)),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
    fn fault(&self, span: Range<usize>, kind: QueryFault) -> QueryError {
        QueryError { span, kind }
    }
    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn any(&mut self, depth: usize) -> Result<Node, QueryError> {
        if depth > DEPTH {
            return Err(self.fault(self.at..self.at + 1, QueryFault::Deep));
        }
        let mut all = vec![self.all(depth)?];
        while self.take_or() {
            all.push(self.all(depth)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Node::Any(all) })
    }

    /// Takes the word `or`, if it is next.
    fn take_or(&mut self) -> bool {
        self.skip_space();
        let word = self.word();
        let is_or = word.eq_ignore_ascii_case("or");
        if is_or {
            self.at += word.len();
        }
        is_or
    }

    /// The letters up to the next space or parenthesis.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len())]
    }

    fn all(&mut self, depth: usize) -> Result<Node, QueryError> {
        let mut all = Vec::new();
        loop {
            self.skip_space();
            let word = self.word();
            if word.eq_ignore_ascii_case("and") {
                self.at += word.len();
                continue;
            }
            let end = self.rest().is_empty() || self.rest().starts_with(')');
            if end || word.eq_ignore_ascii_case("or") {
                break;
            }
            all.push(self.one(depth)?);
        }
        match all.len() {
            0 => Err(self.fault(self.at..self.at, QueryFault::Empty)),
            1 => Ok(all.remove(0)),
            _ => Ok(Node::All(all)),
        }
    }

    fn one(&mut self, depth: usize) -> Result<Node, QueryError> {
        if depth > DEPTH {
            return Err(self.fault(self.at..self.at + 1, QueryFault::Deep));
        }
        let begin = self.at;
        if self.rest().starts_with('-') {
            self.at += 1;
            return Ok(Node::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.rest().starts_with('(') {
            self.at += 1;
            let node = self.any(depth + 1)?;
            self.skip_space();
            if !self.rest().starts_with(')') {
                return Err(self.fault(begin..begin + 1, QueryFault::Parenthesis));
            }
            self.at += 1;
            return Ok(node);
        }
        if self.rest().starts_with('!') {
            self.at += 1;
            let name = self.value()?;
            return Ok(Node::Term(Term::exactly(&name)));
        }
        self.term()
    }

    fn term(&mut self) -> Result<Node, QueryError> {
        let begin = self.at;
        let letters = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = &self.rest()[letters..];
        let ops = ["!=", "<=", ">=", ":", "=", "<", ">"];
        let Some(op) = ops.into_iter().find(|op| letters > 0 && after.starts_with(op)) else {
            let name = self.value()?;
            if name.is_empty() {
                let kind = QueryFault::Key(self.word().to_owned(), KEYS.to_vec());
                return Err(self.fault(begin..begin + self.word().len(), kind));
            }
            return Ok(Node::Term(Term::named(&name)));
        };
        let key = self.rest()[..letters].to_lowercase();
        let found = Key::named(&key);
        let Some(known) = found else {
            let kind = QueryFault::Key(key, KEYS.to_vec());
            return Err(self.fault(begin..begin + letters, kind));
        };
        self.at += letters + op.len();
        let from = self.at;
        let value = self.value()?;
        Term::new(known, Op::named(op), &value).map(Node::Term).map_err(|kind| {
            let span = match kind {
                QueryFault::Comparison(_) => begin..from,
                _ => from..self.at,
            };
            self.fault(span, kind)
        })
    }

    /// A value: in quotation marks, or up to the next space or closing parenthesis.
    fn value(&mut self) -> Result<String, QueryError> {
        let rest = self.rest();
        if let Some(inside) = rest.strip_prefix('"') {
            let Some(end) = inside.find('"') else {
                return Err(self.fault(self.at..self.text.len(), QueryFault::Quotes));
            };
            self.at += end + 2;
            return Ok(inside[..end].to_owned());
        }
        let word = self.word();
        self.at += word.len();
        Ok(word.to_owned())
    }
}
