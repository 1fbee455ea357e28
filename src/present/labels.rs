//! The few words of the interface, in both languages.

use crate::case::{Dimension, Lang};
use crate::index::{Facet, Field};

/// Words around a case.
pub(crate) struct Labels {
    pub(crate) org: &'static str,
    pub(crate) year: &'static str,
    pub(crate) language: &'static str,
    pub(crate) cause: &'static str,
    pub(crate) components: &'static str,
    pub(crate) symptoms: &'static str,
    pub(crate) domain: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) contributing: &'static str,
    /// Of the counts of a facet that the search filters by.
    pub(crate) counted_without: &'static str,
    pub(crate) ended_by: &'static str,
    pub(crate) in_vain: &'static str,
    pub(crate) remediation: &'static str,
    pub(crate) what_people_saw: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) trigger: &'static str,
    pub(crate) detection: &'static str,
    pub(crate) action_items: &'static str,
    pub(crate) lessons: &'static str,
    pub(crate) timeline: &'static str,
    pub(crate) detected_after: &'static str,
    pub(crate) resolved_after: &'static str,
    pub(crate) impact: &'static str,
    pub(crate) scope: &'static str,
    pub(crate) users: &'static str,
    pub(crate) region: &'static str,
    pub(crate) related: &'static str,
    pub(crate) only_in_the_other: &'static str,
    pub(crate) sources: &'static str,
    pub(crate) license: &'static str,
    pub(crate) review: &'static str,
    pub(crate) not_reviewed: &'static str,
}

/// The labels in `lang`.
pub(crate) fn labels(lang: Lang) -> &'static Labels {
    match lang {
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}

/// The name of `field` in `lang`.
pub(crate) fn field_name(field: Field, lang: Lang) -> &'static str {
    match (field, lang) {
        (_, Lang::En) => field.name(),
        (Field::Title, Lang::Ko) => "제목",
        (Field::Symptoms, Lang::Ko) => "증상",
        (Field::Summary, Lang::Ko) => "요약",
        (Field::Lessons, Lang::Ko) => "교훈",
        (Field::Response, Lang::Ko) => "대응",
        (Field::Facets, Lang::Ko) => "분류",
    }
}

/// The name of `facet` in `lang`.
pub(crate) fn facet_name(facet: Facet, lang: Lang) -> &'static str {
    let labels = labels(lang);
    match facet {
        Facet::Tag(Dimension::Org) => labels.org,
        Facet::Tag(Dimension::Domain) => labels.domain,
        Facet::Tag(Dimension::Component) => labels.components,
        Facet::Tag(Dimension::Symptom) => labels.symptoms,
        Facet::Tag(Dimension::RootCause) => labels.cause,
        Facet::Tag(Dimension::Contributing) => labels.contributing,
        Facet::Tag(Dimension::Severity) => labels.severity,
        Facet::Year => labels.year,
        Facet::Language => labels.language,
    }
}

const EN: Labels = Labels {
    org: "organisation",
    year: "year",
    language: "language",
    cause: "cause",
    components: "components",
    symptoms: "symptoms",
    domain: "domain",
    severity: "severity",
    contributing: "contributing",
    counted_without: "(as if it were not filtered, to choose others too)",
    ended_by: "ended by",
    in_vain: "did not help",
    remediation: "What ended it",
    what_people_saw: "Symptoms",
    summary: "Summary",
    trigger: "Trigger",
    detection: "Detection",
    action_items: "Action items",
    lessons: "Lessons",
    timeline: "Timeline",
    detected_after: "detected after",
    resolved_after: "resolved after",
    impact: "Impact",
    scope: "scope",
    users: "users",
    region: "region",
    related: "Related cases",
    only_in_the_other: "in Korean only",
    sources: "Sources",
    license: "licence",
    review: "Review",
    not_reviewed: "not yet checked against its sources",
};

const KO: Labels = Labels {
    org: "조직",
    year: "연도",
    language: "언어",
    cause: "원인",
    components: "구성 요소",
    symptoms: "증상",
    domain: "분야",
    severity: "심각도",
    contributing: "기여 요인",
    counted_without: "(다른 값도 고를 수 있게 이 조건은 빼고 셈)",
    ended_by: "해결",
    in_vain: "효과 없음",
    remediation: "해결 과정",
    what_people_saw: "증상",
    summary: "요약",
    trigger: "계기",
    detection: "감지",
    action_items: "후속 조치",
    lessons: "교훈",
    timeline: "타임라인",
    detected_after: "감지까지",
    resolved_after: "해결까지",
    impact: "영향",
    scope: "범위",
    users: "사용자",
    region: "지역",
    related: "관련 장애",
    only_in_the_other: "영어만 있음",
    sources: "출처",
    license: "라이선스",
    review: "검토",
    not_reviewed: "출처와 대조한 검토 전",
};
