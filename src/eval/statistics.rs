//! Whether a difference between two systems is more than chance.
//!
//! Which tests these are, and why: Smucker, Allan and Carterette, A Comparison of Statistical
//! Significance Tests for Information Retrieval Evaluation (CIKM 2007), found the randomisation
//! test to assume least; Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13,
//! has the percentile interval; Holm, A Simple Sequentially Rejective Multiple Test Procedure
//! (Scandinavian Journal of Statistics 6, 1979), the correction.
//!
//! All draw from PCG32, whose values are defined by its reference implementation and tested
//! against it, and each from its start: the same differences give the same figures anywhere.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde::Serialize;

use super::measures::count;
use super::score::mean;

/// Resamples of the bootstrap.
pub const RESAMPLES: u32 = 10_000;
/// Permutations of the randomisation test.
pub const PERMUTATIONS: u32 = 10_000;
/// Where every random sequence starts.
pub const SEED: u64 = 20_261_130;
/// Which of the generator's sequences is taken: the one of its reference implementation.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// Rounding that is not a difference.
pub(super) const TIE: f64 = 1e-9;

/// From a lower to an upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    pub from: f64,
    pub to: f64,
}

/// The 95 % percentile bootstrap interval of the mean of `differences`, one a topic.
///
/// That of the negated differences is its mirror image. 0 to 0 where there are none.
#[must_use]
pub fn bootstrap_interval(differences: &[f64]) -> Interval {
    const CUT: usize = RESAMPLES as usize / 40;
    let mut random = generator(SEED);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            mean((0..differences.len()).map(|_| differences[below(differences.len(), &mut random)]))
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Interval {
        from: means[CUT],
        to: means[means.len() - 1 - CUT],
    }
}

/// The p of the paired two-sided randomisation test: how often the mean of `differences` would lie
/// as far from 0 if it were chance which of the two systems each value belongs to.
///
/// The order observed counts as one of the permutations, so that p is never 0.
#[must_use]
pub fn randomisation_p(differences: &[f64]) -> f64 {
    let observed = differences.iter().sum::<f64>().abs() - TIE;
    let mut random = generator(SEED);
    let extreme = (0..PERMUTATIONS)
        .filter(|_| sum_with_random_signs(differences, &mut random).abs() >= observed)
        .count();
    let extreme = u32::try_from(extreme).unwrap_or(PERMUTATIONS);
    f64::from(extreme + 1) / f64::from(PERMUTATIONS + 1)
}

fn sum_with_random_signs(differences: &[f64], random: &mut Pcg32) -> f64 {
    differences
        .chunks(32)
        .map(|chunk| {
            let signs = random.next_u32();
            let signed = (0..)
                .zip(chunk)
                .map(|(bit, difference)| match signs >> bit & 1 {
                    0 => *difference,
                    _ => -difference,
                });
            signed.sum::<f64>()
        })
        .sum()
}

/// Corrects the p of several tests, so that the chance of even one false alarm among them stays
/// what it was for one. In the order given.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut least: f64 = 0.0;
    for (tests_left, &test) in (1..=p.len()).rev().zip(&order) {
        least = least.max(p[test] * count(tests_left)).min(1.0);
        corrected[test] = least;
    }
    corrected
}

/// The sequence that starts at `seed`.
pub(super) fn generator(seed: u64) -> Pcg32 {
    Pcg32::new(seed, STREAM)
}

/// A whole number from 0 on and below `end`, which is not 0. Those below 2^32 / 10^6 come up
/// equally often to a millionth.
pub(super) fn below(end: usize, random: &mut Pcg32) -> usize {
    ((u64::from(random.next_u32()) * end as u64) >> 32) as usize
}
