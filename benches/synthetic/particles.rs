//! Other particles after Korean nouns, so that eojeols are as varied as in real
//! cases. Without that a cache of analysed eojeols would look better than it is.

use fastrand::Rng;

/// Particles that no verb ends in, longer ones before their own endings.
const PARTICLES: [&str; 10] = [
    "에서", "으로", "를", "을", "와", "과", "로", "의", "도", "만",
];
const AFTER_VOWEL: [&str; 7] = ["에서", "로", "를", "와", "의", "도", "만"];
const AFTER_CONSONANT: [&str; 7] = ["에서", "으로", "을", "과", "의", "도", "만"];

/// The final consonants ㅄ and ㅆ as Unicode counts them. Stems of verbs end in
/// them (`없을`, `있을`), nouns hardly.
const VERBAL: [u32; 2] = [18, 20];

/// The eojeol with a particle drawn anew; none where it has no particle, as
/// far as its letters tell.
pub fn redraw(eojeol: &str, rng: &mut Rng) -> Option<String> {
    let noun = PARTICLES
        .iter()
        .find_map(|particle| eojeol.strip_suffix(particle))?;
    if noun.chars().count() < 2 {
        // As in 서로, 바로, 회의, 정도: no particle.
        return None;
    }
    let particles = match final_consonant(noun.chars().next_back()?)? {
        0 => AFTER_VOWEL,
        consonant if VERBAL.contains(&consonant) => return None,
        _ => AFTER_CONSONANT,
    };
    let particle = rng.choice(particles)?;
    Some(format!("{noun}{particle}"))
}

/// 0 where the syllable ends in its vowel. Unicode §3.12.
fn final_consonant(syllable: char) -> Option<u32> {
    matches!(syllable, '가'..='힣').then(|| (u32::from(syllable) - 0xAC00) % 28)
}
