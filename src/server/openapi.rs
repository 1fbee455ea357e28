//! The description of the API, made from the types that it reads and writes.

use std::collections::BTreeMap;

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoResponses, OpenApi};

use super::api::Json;
use super::problem::Problem;
use super::{api, ops};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "incidex",
        description = "Search past incidents by what you see, in English and Korean. Keys may be \
                       added to answers; none is renamed."
    ),
    paths(
        api::search,
        api::search_posted,
        api::facets,
        api::case,
        api::related,
        api::suggest,
        api::analyze,
        ops::healthz,
        ops::readyz,
        ops::version,
        ops::metrics,
        document
    ),
    components(schemas(Problem))
)]
struct Description;

/// This description.
#[utoipa::path(get, path = "/openapi.json", responses(
    (status = 200, description = "OpenAPI 3.1", body = Object), Failures))]
pub(super) async fn document() -> Result<Json, Problem> {
    Json::of(&Description::openapi())
}

/// What is said wherever a request fails.
pub(super) struct Failures;

impl IntoResponses for Failures {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        const FAILURES: [(&str, &str); 2] = [
            (
                "4XX",
                "The request cannot be answered; detail and hint say why",
            ),
            ("5XX", "The server failed or, with Retry-After, is busy"),
        ];
        let failures = FAILURES.iter().map(|&(status, description)| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/problem+json", content.build());
            (status.to_owned(), response.build().into())
        });
        failures.collect()
    }
}
