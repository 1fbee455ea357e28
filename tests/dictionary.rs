//! The embedded Korean dictionary and the build script that makes it.

use std::fs;
use std::path::{Path, PathBuf};

use incidex::analysis::dictionary::segmenter;
use tempfile::TempDir;

use ko_dic::archive::{self, Archive};
use ko_dic::mecab::{Characters, Lexicon, Malformed, Matrix};
use ko_dic::{Fault, Store, dictionary};

#[allow(dead_code, reason = "the tests do not convert the whole dictionary")]
#[path = "../build/mod.rs"]
mod ko_dic;

/// What the embedded dictionary was made from, and where it was kept.
const ARCHIVE: &str = env!("INCIDEX_KO_DIC_ARCHIVE");
const DICTIONARY: &str = env!("LINDERA_WORKDIR");

mod analyses {
    use super::*;

    #[test]
    fn the_table_for_spaces_is_not_built() {
        assert!(segmenter().space_penalty_config().is_none());
    }

    /// One token a line: surface, range, tags, kind, and what it is made of.
    fn check(text: &str, expected: &[&str]) {
        let segmenter = segmenter();
        let tokens = segmenter.segment(text.into()).unwrap();
        let lines: Vec<String> = tokens
            .iter()
            .map(|token| {
                let fields = token
                    .dictionary
                    .word_details_iter(token.word_id.id() as usize);
                let fields: Vec<&str> = fields.collect();
                let [tags, kind, expression] = fields[..] else {
                    panic!("{} has other columns: {fields:?}", token.surface);
                };
                let range = token.byte_start..token.byte_end;
                format!("{} {range:?} {tags} {kind} {expression}", token.surface)
            })
            .collect();
        assert_eq!(lines, expected, "tokens of {text}");
    }

    #[test]
    fn a_run_without_spaces_is_taken_apart() {
        check(
            "아버지가방에들어가신다",
            &[
                "아버지 0..9 NNG * *",
                "가 9..12 JKS * *",
                "방 12..15 NNG * *",
                "에 15..18 JKB * *",
                "들어가 18..27 VV * *",
                "신다 27..33 EP+EC Inflect 시/EP/*+ㄴ다/EC/*",
            ],
        );
    }

    #[test]
    fn an_inflected_form_says_what_it_is_made_of() {
        check(
            "끊겼다",
            &[
                "끊겼 0..6 VV+EP Inflect 끊기/VV/*+었/EP/*",
                "다 6..9 EC * *",
            ],
        );
        check(
            "재시작했다",
            &[
                "재 0..3 XPN * *",
                "시작 3..9 NNG * *",
                "했 9..12 XSV+EP Inflect 하/XSV/*+았/EP/*",
                "다 12..15 EC * *",
            ],
        );
    }

    #[test]
    fn a_prefix_is_a_word_of_its_own() {
        check("비정상", &["비 0..3 XPN * *", "정상 3..9 NNG * *"]);
    }

    #[test]
    fn a_loanword_is_whole_when_known_and_in_pieces_when_not() {
        check("커넥션", &["커넥션 0..9 NNG * *"]);
        check(
            "로드밸런서가",
            &[
                "로드 0..6 NNG * *",
                "밸 6..9 NNG * *",
                "런 9..12 VCP+ETM Inflect 이/VCP/*+런/ETM/*",
                "서가 12..18 NNG * *",
            ],
        );
    }

    #[test]
    fn a_compound_says_what_it_is_made_of() {
        check(
            "데이터베이스",
            &["데이터베이스 0..18 NNG Compound 데이터/NNG/*+베이스/NNG/*"],
        );
    }
}

mod user_words {
    use lindera::mode::Mode;
    use lindera::segmenter::Segmenter;
    use lindera_dictionary::builder::DictionaryBuilder;

    use super::*;

    #[test]
    fn a_user_word_without_ids_is_followed_by_particles_as_a_noun_is() {
        let dictionary = segmenter().dictionary;
        let builder = DictionaryBuilder::new((*dictionary.metadata).clone());
        let words = "로드밸런서,NNG,로드밸런서\n".as_bytes();
        let words = builder.build_user_dict_from_reader(words).unwrap();

        let segmenter = Segmenter::new(Mode::Normal, dictionary, Some(words));
        let mut tokens = segmenter.segment("로드밸런서가".into()).unwrap();
        let tagged: Vec<_> = tokens
            .iter_mut()
            .map(|token| (token.surface.to_string(), token.details()[0].to_owned()))
            .collect();
        let expected = [("로드밸런서", "NNG"), ("가", "JKS")];
        assert_eq!(
            tagged,
            expected.map(|(word, tag)| (word.into(), tag.into()))
        );
    }
}

mod decompiling {
    use super::*;

    #[test]
    fn the_archive_has_the_published_dictionary() {
        let members = Archive::open(Path::new(ARCHIVE)).unwrap().unpack().unwrap();

        let words = Lexicon::parse(&members["sys.dic"]).unwrap();
        assert_eq!(words.entries().unwrap().len(), 811_795);

        let unknown = Lexicon::parse(&members["unk.dic"]).unwrap();
        let unknown = unknown.entries().unwrap();
        let hangul = unknown.iter().find(|entry| entry.surface == "HANGUL");
        assert_eq!(hangul.unwrap().features, "UNKNOWN,*,*,*,*,*,*,*");

        let matrix = Matrix::parse(&members["matrix.bin"]).unwrap();
        assert_eq!((matrix.left_size, matrix.right_size), (3819, 2694));
        assert_eq!(matrix.costs().count(), 3819 * 2694);

        let characters = Characters::parse(&members["char.bin"]).unwrap();
        assert_eq!(characters.categories.len(), 13);
        let syllables = characters.ranges.iter().find(|range| range.first == '가');
        assert_eq!(syllables.unwrap().last, '힣');
    }

    /// A lexicon whose only word is "a".
    fn lexicon() -> Vec<u8> {
        let mut units = [[0_u32; 2]; 100];
        let (root, node) = (1, 2);
        units[0] = [root, 0];
        units[1 + usize::from(b'a') + 1] = [node, root];
        let (first_token, count) = (0, 1);
        units[2] = [!(first_token << 8 | count), node];
        let units = units.as_flattened().iter().flat_map(|n| n.to_le_bytes());

        let token = [1, 0, 2, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0];
        let features = b"NNG,*\0";
        let sizes = [800, token.len(), features.len()].map(|size| size as u32);
        let length = 72 + sizes.iter().sum::<u32>();

        let mut bytes = Vec::new();
        let magic = length ^ 0xEF71_8F77;
        for number in [magic, 102, 0, 1, 3, 3, sizes[0], sizes[1], sizes[2], 0] {
            bytes.extend(u32::to_le_bytes(number));
        }
        bytes.extend(b"UTF-8".iter().chain(&[0; 27]));
        bytes.extend(units.chain(token).chain(*features));
        bytes
    }

    fn entry_count(lexicon: &[u8]) -> Result<usize, Malformed> {
        Ok(Lexicon::parse(lexicon)?.entries()?.len())
    }

    #[test]
    fn an_entry_has_its_ids_cost_and_features() {
        let bytes = lexicon();
        let entries = Lexicon::parse(&bytes).unwrap().entries().unwrap();
        let [entry] = entries.as_slice() else {
            panic!("{entries:?}")
        };
        assert_eq!(entry.surface, "a");
        assert_eq!((entry.left_id, entry.right_id, entry.cost), (1, 2, -1));
        assert_eq!(entry.features, "NNG,*");
    }

    #[test]
    fn a_cut_lexicon_is_an_error() {
        let bytes = lexicon();
        for length in 0..bytes.len() {
            assert!(entry_count(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn a_lexicon_with_another_magic_number_or_version_is_an_error() {
        for index in [0, 4] {
            let mut bytes = lexicon();
            bytes[index] ^= 1;
            assert!(entry_count(&bytes).is_err(), "byte {index}");
        }
    }

    #[test]
    fn a_damaged_lexicon_never_panics_or_loops() {
        for index in 0..lexicon().len() {
            for damage in [0x01, 0x02, 0x80, 0xFF] {
                let mut bytes = lexicon();
                bytes[index] ^= damage;
                let _ = entry_count(&bytes);
            }
        }
    }

    #[test]
    fn a_matrix_that_does_not_fit_its_sizes_is_an_error() {
        let bytes = [2, 0, 1, 0, 5, 0, 0xFF, 0xFF];
        let costs: Vec<_> = Matrix::parse(&bytes).unwrap().costs().collect();
        assert_eq!(costs, [(0, 0, 5), (1, 0, -1)]);
        for length in 0..bytes.len() {
            assert!(Matrix::parse(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    /// Two categories; all characters but "a" belong to the first.
    fn characters() -> Vec<u8> {
        let mut infos = [1_u32 << 30 | 1; 65_535];
        infos[usize::from(b'a')] = 1 << 31 | 2 << 26 | 1 << 18 | 0b10;
        let mut bytes = vec![2, 0, 0, 0];
        for name in ["DEFAULT", "ALPHA"] {
            bytes.extend(format!("{name:\0<32}").bytes());
        }
        bytes.extend(infos.iter().flat_map(|info| info.to_le_bytes()));
        bytes
    }

    #[test]
    fn a_category_has_the_rules_of_its_characters() {
        let characters = Characters::parse(&characters()).unwrap();
        let [_, alpha] = characters.categories.as_slice() else {
            panic!("{:?}", characters.categories)
        };
        assert!(alpha.invoke && !alpha.group && alpha.length == 2);
        let [range] = characters.ranges.as_slice() else {
            panic!("{:?}", characters.ranges)
        };
        assert_eq!((range.first, range.last), ('a', 'a'));
        assert_eq!(range.categories, [1]);
    }

    #[test]
    fn cut_characters_are_an_error() {
        let bytes = characters();
        for length in [0, 3, 4, 35, 68, bytes.len() - 1] {
            assert!(
                Characters::parse(&bytes[..length]).is_err(),
                "{length} bytes"
            );
        }
    }
}

mod finding {
    use super::*;

    struct Folders {
        temporary: TempDir,
    }

    impl Folders {
        fn new() -> Self {
            let temporary = tempfile::tempdir().unwrap();
            fs::create_dir(temporary.path().join("cache")).unwrap();
            Self { temporary }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.temporary.path().join(name)
        }

        fn store(&self) -> Store {
            Store::new(Some(self.path("cache")), self.path("out"), |_| ())
        }

        /// A python whose pip "downloads" the given file.
        #[cfg(unix)]
        fn python(&self, script: &str) -> String {
            use std::os::unix::fs::PermissionsExt;

            let path = self.path("python");
            let script = format!("#!/bin/sh\n[ $3 = --version ] && exit\n{script}\n");
            fs::write(&path, script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path.to_str().unwrap().to_owned()
        }

        /// A python whose pip delivers the file.
        #[cfg(unix)]
        fn delivering(&self, file: &str) -> String {
            let name = archive::FILE_NAME;
            self.python(&format!(
                "for folder; do :; done; cp '{file}' \"$folder/{name}\""
            ))
        }
    }

    fn fault(found: Result<Archive, Fault>) -> String {
        found.map(|archive| archive.path).unwrap_err().to_string()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string());
        names.collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn a_missing_archive_is_named_with_the_variable() {
        let message = fault(Archive::open(Path::new("/nowhere/ko-dic.tar.gz")));
        assert!(message.contains("/nowhere/ko-dic.tar.gz"), "{message}");
        assert!(message.contains("INCIDEX_KO_DIC"), "{message}");
    }

    #[test]
    fn a_cut_archive_is_named_with_both_checksums() {
        let folders = Folders::new();
        let cut = folders.path("cut.tar.gz");
        fs::write(&cut, "cut").unwrap();

        let message = fault(Archive::open(&cut));
        assert!(message.contains(cut.to_str().unwrap()), "{message}");
        let checksum = ko_dic::checksum::sha256(b"cut");
        assert!(message.contains(&checksum), "{message}");
        assert!(message.contains(archive::expected_checksum()), "{message}");
    }

    #[test]
    fn without_pip_every_python_tried_is_named() {
        let store = Folders::new().store();
        let pythons = ["/nowhere/python3", "/nowhere/python"];
        let message = fault(archive::find_or_fetch(&store, &pythons));
        for hint in ["/nowhere/python3:", "/nowhere/python:", "INCIDEX_KO_DIC"] {
            assert!(message.contains(hint), "{message}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_failed_download_tells_what_pip_said() {
        let folders = Folders::new();
        let python = folders.python("echo 'no route to host' >&2; exit 1");
        let message = fault(archive::find_or_fetch(&folders.store(), &[&python]));
        assert!(message.contains("no route to host"), "{message}");
        assert!(message.contains("INCIDEX_KO_DIC"), "{message}");
    }

    #[test]
    #[cfg(unix)]
    fn a_download_with_another_checksum_does_not_reach_the_cache() {
        let folders = Folders::new();
        let python = folders.delivering(file!());
        assert!(archive::find_or_fetch(&folders.store(), &[&python]).is_err());
        assert!(names(&folders.path("cache")).is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn a_damaged_archive_in_the_cache_is_fetched_again() {
        let folders = Folders::new();
        let place = folders.path("cache").join(archive::FILE_NAME);
        fs::write(&place, "cut").unwrap();

        let python = folders.delivering(ARCHIVE);
        let found = archive::find_or_fetch(&folders.store(), &[&python]).unwrap();
        assert_eq!(found.path, place);
        assert!(Archive::open(&place).is_ok());
        assert_eq!(names(&folders.path("cache")), [archive::FILE_NAME]);
    }

    #[test]
    #[cfg(unix)]
    fn a_cache_that_cannot_be_written_is_done_without() {
        let folders = Folders::new();
        let in_the_way = folders.path("file");
        fs::write(&in_the_way, "").unwrap();
        let store = Store::new(Some(in_the_way), folders.path("out"), |_| ());

        let python = folders.delivering(ARCHIVE);
        let found = archive::find_or_fetch(&store, &[&python]).unwrap();
        assert_eq!(found.path, folders.path("out").join(archive::FILE_NAME));
    }

    #[test]
    fn a_dictionary_with_a_cut_or_missing_file_is_not_whole() {
        assert!(dictionary::is_whole(Path::new(DICTIONARY)));

        let folders = Folders::new();
        let copy = folders.path("copy");
        fs::create_dir(&copy).unwrap();
        for name in names(Path::new(DICTIONARY)) {
            fs::copy(Path::new(DICTIONARY).join(&name), copy.join(&name)).unwrap();
        }
        assert!(dictionary::is_whole(&copy));

        fs::write(copy.join("unk.bin"), "cut").unwrap();
        assert!(!dictionary::is_whole(&copy));
        fs::remove_file(copy.join("unk.bin")).unwrap();
        assert!(!dictionary::is_whole(&copy));
    }
}
