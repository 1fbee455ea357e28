//! All integration tests in one binary: each binary links 80 MB of dictionary.

mod analysis;
mod dictionary;
mod loading;
mod measures;
