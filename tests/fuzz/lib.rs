//! The bodies of the fuzz targets, which the integration tests share.

#[path = "../fuzzed/targets/mod.rs"]
mod targets;

pub use targets::*;
