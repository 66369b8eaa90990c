//! Korean particles, chosen by the sound of what stands before them.

/// A particle with two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Josa {
    /// 은 / 는
    Topic,
    /// 이 / 가
    Subject,
    /// 을 / 를
    Object,
    /// 과 / 와
    With,
    /// 으로 / 로 (로 after ㄹ too)
    Toward,
    /// 이나 / 나
    Or,
    /// 이라면 / 라면
    If,
    /// 이다 / 다
    Is,
    /// 이고 / 고
    IsAnd,
}

impl Josa {
    /// All particles.
    pub const ALL: [Josa; 9] = [
        Josa::Topic,
        Josa::Subject,
        Josa::Object,
        Josa::With,
        Josa::Toward,
        Josa::Or,
        Josa::If,
        Josa::Is,
        Josa::IsAnd,
    ];

    /// The form after a final consonant, and the form after a vowel.
    pub const fn forms(self) -> (&'static str, &'static str) {
        match self {
            Self::Topic => ("은", "는"),
            Self::Subject => ("이", "가"),
            Self::Object => ("을", "를"),
            Self::With => ("과", "와"),
            Self::Toward => ("으로", "로"),
            Self::Or => ("이나", "나"),
            Self::If => ("이라면", "라면"),
            Self::Is => ("이다", "다"),
            Self::IsAnd => ("이고", "고"),
        }
    }
}

/// How a word ends when read aloud.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Vowel,
    Rieul,
    Consonant,
}

/// How Korean readers say a digit: 영 일 이 삼 사 오 육 칠 팔 구.
fn digit_ending(d: char) -> Ending {
    match d {
        '1' | '7' | '8' => Ending::Rieul,
        '0' | '3' | '6' => Ending::Consonant,
        _ => Ending::Vowel,
    }
}

/// How Korean readers say a single Latin letter: 엘, 엠, 엔, 알 end in consonants.
fn letter_ending(letter: char) -> Ending {
    match letter.to_ascii_lowercase() {
        'l' | 'r' => Ending::Rieul,
        'm' | 'n' => Ending::Consonant,
        _ => Ending::Vowel,
    }
}

/// How Korean readers are likely to say the end of an English word.
fn english_ending(word: &[char]) -> Ending {
    let at = |i: usize| word.len().checked_sub(i).map_or(' ', |i| word[i].to_ascii_lowercase());
    let vowel = |c: char| "aeiouy".contains(c);
    match (at(2), at(1)) {
        (_, 'l') | ('l', 'e') => Ending::Rieul,
        (_, 'm' | 'n') | ('m' | 'n', 'e') | ('n', 'g') => Ending::Consonant,
        ('c', 'k') => Ending::Consonant,
        (before, 'c' | 'k' | 'p' | 't') if vowel(before) => Ending::Consonant,
        _ => Ending::Vowel,
    }
}

/// The ending of a mana symbol's body, as Korean readers say it.
fn symbol_ending(body: &str) -> Ending {
    match body {
        "10" => return Ending::Consonant,
        "T" | "Q" => return Ending::Consonant, // 탭, 언탭
        _ => {}
    }
    match body.chars().last() {
        Some(c) if c.is_ascii_digit() => digit_ending(c),
        // Mana is said by its colour word: 레드, 그린, as official texts have it.
        _ => Ending::Vowel,
    }
}

fn ending(word: &str) -> Ending {
    let word = word.trim_end();
    if let Some(open) = word.strip_suffix('}').and_then(|w| w.rfind('{')) {
        return symbol_ending(&word[open + 1..word.len() - 1]);
    }
    let sounded = |c: &char| c.is_alphanumeric();
    let Some(last) = word.chars().rev().find(sounded) else { return Ending::Vowel };
    match last {
        '가'..='힣' => match (last as u32 - '가' as u32) % 28 {
            0 => Ending::Vowel,
            8 => Ending::Rieul,
            _ => Ending::Consonant,
        },
        '0' => {
            // 10, 20 … end in 십; 100 in 백: a consonant in every case.
            Ending::Consonant
        }
        c if c.is_ascii_digit() => digit_ending(c),
        c => {
            let tail = word.rsplit(|c: char| !c.is_ascii_alphabetic()).find(|t| !t.is_empty());
            let letters: Vec<char> = tail.unwrap_or_default().chars().collect();
            match letters.len() {
                0 | 1 => letter_ending(c),
                _ => english_ending(&letters),
            }
        }
    }
}

/// The form of `particle` that follows `word` (a name, a number, a mana symbol, a Latin word).
///
/// ```
/// use simpan_language::{Josa, josa};
/// assert_eq!(josa("생물", Josa::Topic), "은");
/// assert_eq!(josa("생물", Josa::Toward), "로");
/// assert_eq!(josa("{2}", Josa::Object), "를");
/// ```
pub fn josa(word: &str, particle: Josa) -> &'static str {
    let (consonant, vowel) = particle.forms();
    match (ending(word), particle) {
        (Ending::Vowel, _) | (Ending::Rieul, Josa::Toward) => vowel,
        _ => consonant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_sound() {
        for (word, particle, form) in [
            ("충격", Josa::Topic, "은"),
            ("나이트메어", Josa::Topic, "는"),
            ("늪", Josa::Is, "이다"),
            ("대지", Josa::Object, "를"),
            ("플레이어", Josa::With, "와"),
            ("손", Josa::Toward, "으로"),
            ("서고", Josa::Toward, "로"),
            ("생물", Josa::Toward, "로"),
            ("+3/+3", Josa::Object, "을"),
            ("+1/+2", Josa::Object, "를"),
            ("+1/+0", Josa::Object, "을"),
            ("{B}", Josa::Object, "를"),
            ("{3}", Josa::Object, "을"),
            ("X", Josa::Subject, "가"),
            ("Nightmare", Josa::Topic, "는"),
            ("Dragon", Josa::Topic, "은"),
            ("Clone", Josa::Topic, "은"),
            ("Construct", Josa::Subject, "가"),
            ("Wall (2)", Josa::Topic, "는"),
        ] {
            assert_eq!(josa(word, particle), form, "{word}");
        }
    }
}
