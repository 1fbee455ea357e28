//! All integration tests in one binary: each binary links 80 MB of dictionary.

mod analysis;
mod browser;
mod cli;
mod comparing;
mod dictionary;
mod evaluating;
mod facets;
mod faults;
mod fuzzed;
mod index;
mod layers;
mod loading;
mod measures;
mod page;
mod passages;
mod probes;
mod related;
mod report;
mod reported;
mod search;
mod server;
mod serving;
mod spacing;
mod suggest;
mod survival;
mod typing;
