//! Painting the screen.

use super::app::{App, Mode};
use super::field;
use super::popup::Popup;
use crate::describe::pool;
use crate::log::shown;
use crate::session::Wait;
use crate::text::number;
use crate::words::{self, fill};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use simpan_cards::ast::Step;
use simpan_engine::PlayerId;
use simpan_language::step_name;
use simpan_magic::view::View;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The least size at which the table is shown.
pub const LEAST: (u16, u16) = (40, 14);

/// Columns that a text takes; a Hangul syllable takes two.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text cut to so many columns, with `…` where something is left out.
pub fn fit(text: &str, wide: usize) -> String {
    if width(text) <= wide {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        let w = c.width().unwrap_or(0);
        if used + w > wide {
            break;
        }
        used += w;
        out.push(c);
    }
    if wide > 0 {
        out.push('…');
    }
    out
}

/// Paints everything.
pub fn all(app: &App<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let (w, h) = (LEAST.0.to_string(), LEAST.1.to_string());
        let text = match app.mode {
            Mode::Leaving => app.word(&words::LEAVE).to_owned(),
            _ => fill(app.word(&words::TOO_SMALL), &[&w, &h]),
        };
        app.too_small.set(true);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    app.too_small.set(false);
    let asked = asked_height(app, area);
    let [top, bottom] =
        Layout::vertical([Constraint::Min(6), Constraint::Length(asked)]).areas(area);
    let view = app.session.view();
    if area.width >= 70 {
        let side = (area.width * 2 / 5).min(60);
        let [table, right] =
            Layout::horizontal([Constraint::Min(30), Constraint::Length(side)]).areas(top);
        draw_table(app, &view, frame, table);
        draw_side(app, &view, frame, right);
    } else {
        draw_table(app, &view, frame, top);
    }
    draw_question(app, frame, bottom);
    if let Mode::Popup(popup) = &app.mode {
        draw_popup(popup, frame, area);
    }
    blank_halves(frame.buffer_mut());
}

/// Blanks every wide glyph whose second column belongs to something else, which the terminal would
/// not show otherwise.
fn blank_halves(buffer: &mut Buffer) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut x = area.left();
        while x < area.right() {
            let wide = width(buffer[(x, y)].symbol()) > 1;
            if wide && (x + 1 == area.right() || buffer[(x + 1, y)].symbol() != " ") {
                buffer[(x, y)].set_symbol(" ");
                x += 1;
            } else {
                x += if wide { 2 } else { 1 };
            }
        }
    }
}

/// How many rows the question gets.
fn asked_height(app: &App<'_>, area: Rect) -> u16 {
    let height = area.height;
    let said = foot(app, usize::from(area.width.saturating_sub(2))).0.len() as u16;
    let wanted = app.choices.len() as u16 + 3 + said;
    wanted.clamp(6, (height * 2 / 5).max(6))
}

fn draw_table(app: &App<'_>, view: &View, frame: &mut Frame<'_>, area: Rect) {
    let near = app.session.near();
    let far = PlayerId(u8::from(near.0 == 0));
    let [top, upper, phase, lower, me, hand] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(area);
    frame.render_widget(player_line(app, view, far, area.width), top);
    let marked = app.selected_object();
    let painted = field::Field { session: app.session, view, wide: area.width, marked };
    let rows = |p, edge| field::rows(painted, p, edge);
    frame.render_widget(Paragraph::new(rows(far, field::Edge::Far)), upper);
    frame.render_widget(phase_line(app, view, area.width), phase);
    frame.render_widget(Paragraph::new(rows(near, field::Edge::Near)), lower);
    frame.render_widget(player_line(app, view, near, area.width), me);
    let speaker = app.session.speaker();
    let cards = view.players.get(near.index()).and_then(|p| p.hand.as_deref());
    let names = speaker.names(cards.unwrap_or_default());
    let text = format!(" {}: {names}", app.word(&words::HAND));
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), hand);
}

fn player_line(app: &App<'_>, view: &View, id: PlayerId, wide: u16) -> Line<'static> {
    let Some(p) = view.players.get(id.index()) else { return Line::default() };
    let mut text = format!(
        " {id}  {} {}  {} {}  {} {}  {} {}",
        app.word(&words::LIFE),
        p.life,
        app.word(&words::HAND),
        p.hand_size,
        app.word(&words::LIBRARY),
        p.library,
        app.word(&words::GRAVEYARD),
        p.graveyard.len(),
    );
    if p.poison > 0 {
        text.push_str(&format!("  {} {}", app.word(&words::POISON), p.poison));
    }
    if p.pool.total() > 0 {
        text.push_str(&format!("  {} {}", app.word(&words::POOL), pool(p)));
    }
    let mut text = fit(&text, usize::from(wide));
    text.push_str(&" ".repeat(usize::from(wide).saturating_sub(width(&text))));
    let style = Style::default().add_modifier(Modifier::REVERSED);
    let style = if view.active == id { style.add_modifier(Modifier::BOLD) } else { style };
    Line::styled(text, style)
}

/// The steps of the turn, the current one highlighted; as many around it as fit.
fn phase_line(app: &App<'_>, view: &View, wide: u16) -> Line<'static> {
    let short = app.word(&words::PHASES).split('|').collect::<Vec<_>>();
    let at = Step::ALL.iter().position(|s| *s == view.step).unwrap_or(0);
    let speaker = app.session.speaker();
    let (lang, wording) =
        (crate::text::language(app.session.lang), crate::text::wording(speaker.preset));
    if view.turn == 0 {
        return Line::styled(format!(" {}", app.word(&words::BEFORE_FIRST)), Style::default());
    }
    let turn = format!(" {}{} ", app.word(&words::TURN_SHORT), view.turn);
    let now = step_name(view.step, lang, wording);
    let mut spans = vec![Span::raw(turn), Span::raw(format!("{} ", view.active))];
    let mut room = usize::from(wide).saturating_sub(spans.iter().map(|s| width(&s.content)).sum());
    room = room.saturating_sub(width(&now) + 3);
    // Neighbours of the current step, nearest first, while there is room.
    let (mut from, mut to) = (at, at);
    loop {
        let before = from.checked_sub(1).and_then(|n| short.get(n)).map(|s| width(s) + 1);
        let after = short.get(to + 1).map(|s| width(s) + 1);
        match (before, after) {
            (_, Some(w))
                if w <= room && (to - at <= at - from || before.is_none_or(|b| b > room)) =>
            {
                room -= w;
                to += 1;
            }
            (Some(w), _) if w <= room => {
                room -= w;
                from -= 1;
            }
            _ => break,
        }
    }
    let dim = Style::default().add_modifier(Modifier::DIM);
    let bold = Style::default().fg(Color::Yellow).add_modifier(Modifier::BOLD);
    for (n, name) in short.iter().enumerate().take(to + 1).skip(from) {
        if n == at {
            spans.push(Span::styled(format!("[{now}] "), bold));
        } else {
            spans.push(Span::styled(format!("{name} "), dim));
        }
    }
    Line::from(spans)
}

fn draw_side(app: &App<'_>, view: &View, frame: &mut Frame<'_>, area: Rect) {
    let speaker = app.session.speaker();
    let stack = speaker.stack(view);
    let wide = usize::from(area.width.saturating_sub(2));
    let high = if stack.is_empty() { 0 } else { (stack.len() as u16 + 2).min(area.height / 2) };
    let [upper, lower] =
        Layout::vertical([Constraint::Length(high), Constraint::Min(3)]).areas(area);
    if high > 0 {
        let lines: Vec<Line<'_>> = stack.iter().map(|s| Line::raw(fit(s, wide))).collect();
        let block = Block::bordered().title(app.word(&words::STACK));
        frame.render_widget(Paragraph::new(lines).block(block), upper);
    }
    let room = usize::from(lower.height.saturating_sub(2));
    let entries: Vec<_> = shown(&app.session.log, app.session.full).collect();
    let mut lines: Vec<Line<'_>> = Vec::new();
    let upto = entries.len().saturating_sub(app.back);
    for entry in entries[..upto].iter().rev() {
        let rule = format!(" [{}]", number(entry.rule, speaker.preset));
        for part in broken(&format!("{}{rule}", entry.text), wide).into_iter().rev() {
            lines.push(Line::raw(part));
        }
        if lines.len() >= room {
            break;
        }
    }
    lines.truncate(room);
    lines.reverse();
    let title = match app.back {
        0 => app.word(&words::LOG).to_owned(),
        back => format!("{} -{back}", app.word(&words::LOG)),
    };
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), lower);
}

/// A text broken into lines of a width, between words where it can be.
pub fn broken(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let w = width(word.trim_end());
        if used > 0 && used + w > wide {
            lines.push(String::new());
            used = 0;
        }
        for c in word.chars() {
            let w = c.width().unwrap_or(0);
            if used + w > wide {
                if c == ' ' {
                    continue;
                }
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
            used += w;
        }
    }
    lines
}

fn draw_question(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let speaker = app.session.speaker();
    let title = match &app.wait {
        Wait::Person(q, _) => {
            let rule = number(q.purpose.rule, speaker.preset);
            format!("{} [{rule}]", speaker.question(q))
        }
        Wait::Over(outcome) => {
            let text = match outcome.winner {
                Some(p) => speaker.say(&words::E_WON, &[&speaker.player(p)]),
                None => speaker.say(&words::E_DRAW, &[]),
            };
            fill(app.word(&words::OVER), &[&number(outcome.because, speaker.preset), &text])
        }
        Wait::More => app.word(&words::GO_ON).to_owned(),
    };
    let block = Block::bordered().title(fit(&title, usize::from(area.width.saturating_sub(2))));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let (mut lines, style) = foot(app, usize::from(inside.width));
    let room = usize::from(inside.height.saturating_sub(1)).max(1);
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            let more = app.word(&words::READ_ON);
            let wide = usize::from(inside.width).saturating_sub(width(more) + 1);
            *last = format!("{} {more}", fit(&format!("{last}…"), wide));
        }
    }
    let [list, below] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(lines.len() as u16)])
            .areas(inside);
    draw_choices(app, frame, list);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|l| Line::styled(l, style)).collect();
    frame.render_widget(Paragraph::new(lines), below);
}

/// What stands below the answers: what was last said, in as many lines as it takes, or the keys.
fn foot(app: &App<'_>, wide: usize) -> (Vec<String>, Style) {
    let (yellow, dim) =
        (Style::default().fg(Color::Yellow), Style::default().add_modifier(Modifier::DIM));
    match (&app.mode, &app.message) {
        (Mode::Leaving, _) => (vec![fit(app.word(&words::LEAVE), wide)], yellow),
        (Mode::Typing(text), _) => (vec![typed(text, wide)], Style::default()),
        (_, Some(message)) => (message.lines().flat_map(|l| broken(l, wide)).collect(), yellow),
        _ if app.in_batch() => (vec![fit(app.word(&words::KEYS_BATCH), wide)], dim),
        _ => (vec![fit(app.word(&words::KEYS), wide)], dim),
    }
}

/// The end of what is being typed, with the cursor.
fn typed(text: &str, wide: usize) -> String {
    let whole = format!(":{text}_");
    let mut skip = whole.char_indices();
    let mut rest = whole.as_str();
    while width(rest) > wide {
        skip.next();
        rest = skip.as_str();
    }
    rest.to_owned()
}

fn draw_choices(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let room = usize::from(area.height).max(1);
    let first = (app.selected + 1).saturating_sub(room);
    let mut lines = Vec::new();
    for (n, choice) in app.choices.iter().enumerate().skip(first).take(room) {
        let mark = match app.in_batch() && choice.answer != simpan_engine::Answer::Done {
            true if app.marked.get(n) == Some(&true) => "[x] ",
            true => "[ ] ",
            false => "",
        };
        let more = if n + 1 == first + room && n + 1 < app.choices.len() { " ↓" } else { "" };
        let text = format!(" {:>2}. {mark}{}{more}", n + 1, choice.text);
        let style = if n == app.selected {
            Style::default().add_modifier(Modifier::REVERSED)
        } else {
            Style::default()
        };
        lines.push(Line::styled(fit(&text, usize::from(area.width)), style));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_popup(popup: &Popup, frame: &mut Frame<'_>, area: Rect) {
    let wide = area.width.saturating_sub(4).min(76);
    let inner = usize::from(wide.saturating_sub(2));
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    for (n, text) in popup.lines.iter().enumerate() {
        if n == popup.at {
            at = lines.len();
        }
        let marked = popup.has_items() && n == popup.at;
        let style = if marked {
            Style::default().add_modifier(Modifier::REVERSED)
        } else {
            Style::default()
        };
        lines.extend(broken(text, inner).into_iter().map(|part| Line::styled(part, style)));
    }
    let high = (lines.len() as u16 + 2).clamp(3, area.height.saturating_sub(2).max(3));
    let room = usize::from(high.saturating_sub(2));
    let least = lines.len().saturating_sub(room);
    let first = if popup.has_items() { (at + 1).saturating_sub(room) } else { at }.min(least);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(room).collect();
    let place = Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + (area.height.saturating_sub(high)) / 2,
        width: wide,
        height: high,
    };
    frame.render_widget(Clear, place);
    let title = fit(&popup.title, inner);
    frame.render_widget(Paragraph::new(shown).block(Block::bordered().title(title)), place);
}
