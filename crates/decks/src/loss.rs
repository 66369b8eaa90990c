//! What a format has no place for.

use simpan_rulebook::Lang;

use crate::{Deck, Finish, Format, Line, Role};

/// A piece of a deck that not every format can hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Detail {
    /// The name of the deck.
    Name,
    /// Who made it.
    Author,
    /// The comment on it.
    Comment,
    /// That the comment has several lines; it becomes one.
    CommentLines,
    /// Sets.
    Set,
    /// Collector numbers.
    Number,
    /// Foil and etched cards.
    Finish,
    /// Which card is the commander; it stands among the main deck's cards.
    Commander,
    /// Which card is the companion; it stands among the sideboard's cards.
    Companion,
    /// Tags.
    Tags,
    /// Which of several pictures.
    Art,
    /// Magic Online's catalogue numbers.
    Catalog,
    /// Scryfall's ids of printings.
    Printing,
}

impl Detail {
    /// Every detail.
    pub const ALL: [Self; 13] = [
        Self::Name,
        Self::Author,
        Self::Comment,
        Self::CommentLines,
        Self::Set,
        Self::Number,
        Self::Finish,
        Self::Commander,
        Self::Companion,
        Self::Tags,
        Self::Art,
        Self::Catalog,
        Self::Printing,
    ];

    /// What it is, for a player.
    pub const fn text(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Name, Lang::En) => "the name of the deck",
            (Self::Name, Lang::Ko) => "덱 이름",
            (Self::Author, Lang::En) => "the author",
            (Self::Author, Lang::Ko) => "만든 사람",
            (Self::Comment, Lang::En) => "the comment on the deck",
            (Self::Comment, Lang::Ko) => "덱 설명",
            (Self::CommentLines, Lang::En) => "the line breaks of the comment",
            (Self::CommentLines, Lang::Ko) => "덱 설명의 줄바꿈",
            (Self::Set, Lang::En) => "sets",
            (Self::Set, Lang::Ko) => "세트",
            (Self::Number, Lang::En) => "collector numbers",
            (Self::Number, Lang::Ko) => "컬렉터 번호",
            (Self::Finish, Lang::En) => "foil and etched marks",
            (Self::Finish, Lang::Ko) => "포일과 에칭 표시",
            (Self::Commander, Lang::En) => "which card is the commander",
            (Self::Commander, Lang::Ko) => "어느 카드가 커맨더인지",
            (Self::Companion, Lang::En) => "which card is the companion",
            (Self::Companion, Lang::Ko) => "어느 카드가 단짝인지",
            (Self::Tags, Lang::En) => "tags",
            (Self::Tags, Lang::Ko) => "태그",
            (Self::Art, Lang::En) => "which picture",
            (Self::Art, Lang::Ko) => "그림 번호",
            (Self::Catalog, Lang::En) => "Magic Online's catalogue numbers",
            (Self::Catalog, Lang::Ko) => "매직 온라인의 카탈로그 번호",
            (Self::Printing, Lang::En) => "Scryfall's ids of printings",
            (Self::Printing, Lang::Ko) => "Scryfall의 인쇄본 식별자",
        }
    }
}

impl Format {
    /// Whether a format has a place for something.
    pub const fn holds(self, detail: Detail) -> bool {
        use Detail as D;
        match self {
            Self::Plain => !matches!(detail, D::Art | D::Catalog | D::Printing),
            Self::Arena => {
                matches!(detail, D::Name | D::Set | D::Number | D::Commander | D::Companion)
            }
            Self::MtgoText => false,
            Self::MtgoDek => matches!(detail, D::Catalog),
            Self::Cockatrice => matches!(
                detail,
                D::Name | D::Comment | D::CommentLines | D::Set | D::Number | D::Printing
            ),
            Self::Forge => matches!(
                detail,
                D::Name | D::Comment | D::Set | D::Number | D::Finish | D::Commander | D::Art
            ),
            Self::XMage => matches!(detail, D::Name | D::Author | D::Set | D::Number),
            Self::Moxfield => matches!(detail, D::Set | D::Number | D::Finish | D::Tags),
        }
    }
}

/// Something that is lost when a deck is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Loss {
    /// What.
    pub what: Detail,
    /// On how many lines; 0 for what is said of the whole deck.
    pub lines: usize,
}

/// What of a deck is lost when it is [written](crate::write) in a format.
///
/// ```
/// use simpan_decks::{Detail, Format, losses, read};
/// let deck = read(b"4 Shock (M21) 159 *F*\n", None).unwrap();
/// let lost: Vec<Detail> = losses(&deck, Format::Arena).iter().map(|loss| loss.what).collect();
/// assert_eq!(lost, [Detail::Finish]);
/// ```
pub fn losses(deck: &Deck, format: Format) -> Vec<Loss> {
    let all = Detail::ALL.into_iter();
    let lost = all.filter_map(|what| {
        let lines = deck.lines().filter(|line| line_loses(line, what, format)).count();
        (lines > 0 || deck_loses(deck, what, format)).then_some(Loss { what, lines })
    });
    lost.collect()
}

/// Whether something said of the whole deck is lost.
fn deck_loses(deck: &Deck, what: Detail, format: Format) -> bool {
    let has = match what {
        Detail::Name => deck.name.is_some(),
        Detail::Author => deck.author.is_some(),
        Detail::Comment => deck.comment.is_some(),
        Detail::CommentLines => {
            format.holds(Detail::Comment)
                && deck.comment.as_ref().is_some_and(|text| text.contains('\n'))
        }
        _ => false,
    };
    has && !format.holds(what)
}

/// Whether something said on a line is lost.
fn line_loses(line: &Line, what: Detail, format: Format) -> bool {
    let has = match what {
        Detail::Set => line.set.is_some(),
        Detail::Number => line.number.is_some(),
        Detail::Finish => line.finish != Finish::Plain,
        Detail::Commander => line.role == Role::Commander,
        Detail::Companion => line.role == Role::Companion,
        Detail::Tags => !line.tags.is_empty(),
        Detail::Art => line.art.is_some(),
        Detail::Catalog => line.catalog.is_some(),
        Detail::Printing => line.printing.is_some(),
        Detail::Name | Detail::Author | Detail::Comment | Detail::CommentLines => false,
    };
    // Most formats write these only after a set.
    let homeless = matches!(what, Detail::Number | Detail::Art)
        && line.set.is_none()
        && !matches!(format, Format::XMage | Format::Cockatrice);
    let etched = what == Detail::Finish && format == Format::Forge && line.finish == Finish::Etched;
    has && (!format.holds(what) || homeless || etched)
}
