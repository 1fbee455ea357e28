//! All integration tests in one binary: each binary links 80 MB of dictionary.

mod analysis;
mod cli;
mod comparing;
mod dictionary;
mod evaluating;
mod facets;
mod index;
mod layers;
mod loading;
mod measures;
mod passages;
mod probes;
mod related;
mod report;
mod reported;
mod search;
mod spacing;
mod suggest;
mod typing;
