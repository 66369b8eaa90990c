//! Things to read or pick from above the table.

use crate::describe;
use crate::session::Session;
use crate::text::number;
use crate::words::{self, Entry, fill};
use simpan_cards::ast::Step;
use simpan_engine::{ObjectId, PlayerId};
use simpan_language::step_name;
use simpan_magic::view::ObjectView;

/// What Enter does with a line.
#[derive(Clone, Debug)]
pub enum Items {
    /// Nothing.
    None,
    /// Shows the card of that line's object.
    Objects(Vec<Option<ObjectId>>),
    /// Sets or clears the stop of that line: a step, on one's own turn or not.
    Stops(Vec<(Step, bool)>),
}

/// Lines above the table.
#[derive(Clone, Debug)]
pub struct Popup {
    /// The title.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// The selected line, or the first one shown.
    pub at: usize,
    /// What can be done with a line.
    pub items: Items,
}

impl Popup {
    /// Something to read.
    pub fn text(title: String, lines: Vec<String>) -> Self {
        Self { title, lines, at: 0, items: Items::None }
    }

    /// Whether lines can be selected.
    pub fn has_items(&self) -> bool {
        !matches!(self.items, Items::None)
    }

    /// Moves up or down.
    pub fn scroll(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.lines.len().saturating_sub(1));
    }

    /// What keys there are.
    pub fn help(session: &Session) -> Self {
        let word = |e: &Entry| e.get(session.lang);
        let lines = word(&words::HELP_KEYS).lines().chain(word(&words::HELP).lines());
        Self::text(word(&words::HELP_TITLE).to_owned(), lines.map(str::to_owned).collect())
    }

    /// A card's text, and what is to be known of the object.
    pub fn card(session: &Session, id: ObjectId) -> Option<Self> {
        let game = session.game();
        let named = game.look().name_of(id)?;
        let preset = game.state().rules().preset;
        let mut lines = describe::card(&game.pool().card(named).data, session.lang, preset);
        let title = lines.remove(0);
        if let Some(object) = session.view().object(id) {
            let marks = session.speaker().marks(object);
            if !marks.is_empty() {
                lines.push(String::new());
                lines.push(marks.join(", "));
            }
        }
        Some(Self::text(title, lines))
    }

    /// The whole log.
    pub fn log(session: &Session) -> Self {
        let preset = session.game().state().rules().preset;
        let line = |e: &crate::session::Entry| format!("{} [{}]", e.text, number(e.rule, preset));
        let lines: Vec<String> = session.log.iter().map(line).collect();
        let mut popup = Self::text(words::LOG.get(session.lang).to_owned(), lines);
        popup.at = popup.lines.len().saturating_sub(1);
        popup
    }

    /// Graveyards and what is exiled.
    pub fn graveyards(session: &Session) -> Self {
        let (view, speaker) = (session.view(), session.speaker());
        let word = |e: &Entry| e.get(session.lang);
        let mut rows = Rows::default();
        for (n, p) in view.players.iter().enumerate() {
            let title = format!(
                "{} {} ({})",
                PlayerId(n as u8),
                word(&words::GRAVEYARD),
                p.graveyard.len()
            );
            rows.add(title, &p.graveyard, |o| {
                format!("  {}", speaker.card(o.characteristics.named))
            });
        }
        if !view.exile.is_empty() {
            let title = word(speaker.by_age(&words::EXILE, &words::EXILE_OLD)).to_owned();
            rows.add(title, &view.exile, |o| {
                format!("  {}", speaker.card(o.characteristics.named))
            });
        }
        rows.popup(word(&words::GRAVEYARD).to_owned())
    }

    /// Everything on the table, to read its cards.
    pub fn table(session: &Session) -> Self {
        let (view, speaker) = (session.view(), session.speaker());
        let mut rows = Rows::default();
        for (n, p) in view.players.iter().enumerate() {
            let id = PlayerId(n as u8);
            let mine: Vec<ObjectView> =
                view.battlefield.iter().filter(|o| o.controller == id).cloned().collect();
            rows.add(id.to_string(), &mine, |o| format!("  {}", speaker.permanent(o)));
            if let Some(hand) = &p.hand {
                let title = format!("{id} {}", words::HAND.get(session.lang));
                rows.add(title, hand, |o| format!("  {}", speaker.card(o.characteristics.named)));
            }
        }
        rows.popup(words::TABLE.get(session.lang).to_owned())
    }

    /// The stops, to set and clear.
    pub fn stops(session: &Session, at: usize) -> Self {
        let speaker = session.speaker();
        let (lang, wording) =
            (crate::text::language(session.lang), crate::text::wording(speaker.preset));
        let mut lines = Vec::new();
        let mut items = Vec::new();
        for own in [true, false] {
            let whose = if own { &words::ON_OWN } else { &words::ON_OTHER };
            for step in Step::ALL {
                let side = if own { &session.stops.own } else { &session.stops.other };
                let mark = if side.contains(&step) { 'x' } else { ' ' };
                let name = step_name(step, lang, wording);
                lines.push(format!("[{mark}] {}", fill(whose.get(session.lang), &[&name])));
                items.push((step, own));
            }
        }
        let auto = if session.stops.auto { &words::ON } else { &words::OFF };
        let title = fill(words::STOPS_TITLE.get(session.lang), &[auto.get(session.lang)]);
        Self { title, lines, at, items: Items::Stops(items) }
    }
}

/// Lines with the objects they show.
#[derive(Default)]
struct Rows {
    lines: Vec<String>,
    objects: Vec<Option<ObjectId>>,
}

impl Rows {
    fn add(&mut self, title: String, all: &[ObjectView], text: impl Fn(&ObjectView) -> String) {
        self.lines.push(title);
        self.objects.push(None);
        for o in all {
            self.lines.push(text(o));
            self.objects.push(Some(o.id));
        }
    }

    fn popup(self, title: String) -> Popup {
        Popup { title, lines: self.lines, at: 0, items: Items::Objects(self.objects) }
    }
}
