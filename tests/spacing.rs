//! The same word with spaces and without them has the same first hits.

use crate::search::check_pairs;

/// Compounds of the dictionary, of ours and of neither, spaced.
const COMPOUNDS: &[&str] = &[
    "로드 밸런서",
    "타임 아웃",
    "웹 소켓",
    "디스크 풀",
    "메모리 누수",
    "네트워크 장애",
    "헬스 체크",
    "데이터 센터",
    "서킷 브레이커",
    "스케일 아웃",
    "오토 스케일링",
    "그레이스풀 셧다운",
    "힙 덤프",
    "스레드 덤프",
    "파일 디스크립터",
    "파일 시스템",
    "슬로우 쿼리",
    "데드 락",
    "다운 타임",
    "네임 서버",
    "서비스 메시",
    "컨슈머 랙",
    "컨슈머 그룹",
    "메시지 큐",
    "데드 레터 큐",
    "핫 키",
    "블록 스토리지",
    "풀 리퀘스트",
    "롤 아웃",
    "에러 로그",
    "가비지 컬렉션",
    "엔드 포인트",
    "백 엔드",
    "서버 다운",
    "부하 분산",
    "인증서 만료",
    "배포 실패",
    "접속 장애",
    "설정 변경",
    "용량 부족",
    "전원 장치",
    "원격 접속",
    "커넥션 풀",
    "패킷 유실",
    "주문 상세 내역",
    "응답 지연",
    "데이터 베이스",
    "스케일 업",
    "스레드 풀",
    "킬 스위치",
    "서비스 거부",
    "무한 루프",
    "장애 조치",
    "복제 지연",
    "데이터 유실",
    "트래픽 급증",
    "캐시 서버",
    "결제 실패",
    "로그인 실패",
    "자동 복구",
];

fn joined(compound: &str) -> String {
    compound.replace(' ', "")
}

/// `joined` and spaced, each put where `query` has a `{}`.
#[track_caller]
fn check_spacing(query: impl Fn(&str) -> String) {
    let pairs: Vec<(String, String)> = COMPOUNDS
        .iter()
        .map(|spaced| (query(&joined(spaced)), query(spaced)))
        .collect();
    let pairs: Vec<(&str, &str)> = pairs
        .iter()
        .map(|(joined, spaced)| (joined.as_str(), spaced.as_str()))
        .collect();
    check_pairs(&pairs);
}

#[test]
fn alone() {
    check_spacing(str::to_owned);
}

#[test]
fn among_other_words() {
    check_spacing(|compound| format!("배포 후 {compound} 발생"));
    check_spacing(|compound| format!("nginx {compound} 502"));
}

/// The last syllable decides between `이` and `가`, `을` and `를`.
fn with_particle(compound: &str, after_consonant: &str, after_vowel: &str) -> String {
    let last = compound.chars().next_back().map_or(0, u32::from);
    match (last - u32::from('가')) % 28 {
        0 => format!("{compound}{after_vowel}"),
        _ => format!("{compound}{after_consonant}"),
    }
}

#[test]
fn with_particles_behind() {
    for (after_consonant, after_vowel) in
        [("이", "가"), ("을", "를"), ("은", "는"), ("에서", "에서")]
    {
        check_spacing(|compound| with_particle(compound, after_consonant, after_vowel));
    }
    check_spacing(|compound| format!("{} 발생", with_particle(compound, "이", "가")));
}
