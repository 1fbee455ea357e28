//! Pages for a browser, in the language of the reader.
//!
//! ```text
//! Response, Case ─▶ views ─▶ src/templates/page/ ─▶ HTML
//!                   texts, and where each link leads
//! ```
//!
//! # Invariants
//!
//! * Every text passes through the escaping of the templates; no template turns it off.
//! * No page has script or style in it, or an address of another server but in links of a case.
//! * All that a page of results depends on stands in its [`Address`], unless the text is too long.
//! * Words of the page are in its language, texts of cases in theirs, which their `lang` says.

mod address;
mod case;
mod failure;
mod hit;
mod marked;
mod narrow;
mod notes;
mod search;
mod shell;
mod told;
mod words;

pub use address::Address;
pub use case::{CaseAddress, CasePage, Shown};
pub use failure::{FailedPage, Failure, Trouble};
pub use search::{Found, SearchPage};
pub use shell::{Assets, Shell};
