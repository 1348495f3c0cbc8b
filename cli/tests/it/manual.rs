//! The man pages and completions for packages.

use crate::run::{ok, refused};

#[test]
fn every_command_has_a_page() {
    let temp = tempfile::tempdir().expect("a test has a folder");
    let folder = temp.path().join("pages");
    let path = folder.to_str().expect("a temporary folder has a plain name");
    assert_eq!(ok(&["manual", "--out", path]).trim_end(), folder.join("duiyi.1").to_str().unwrap_or_default());
    let help = ok(&["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let mut count = 0;
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let page = std::fs::read_to_string(folder.join(format!("duiyi-{name}.1"))).expect(name);
        assert!(page.contains(".TH") && page.contains(".SH SYNOPSIS"), "{name}");
        count += 1;
    }
    assert!(count >= 15, "{count}");
    assert!(refused(&["manual", "--out", "/dev/null/pages"]).contains("--out"));
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&["completions", shell]);
        for command in ["play", "analyze", "gomocup"] {
            assert!(script.contains(command), "{shell} {command}");
        }
    }
    assert!(refused(&["completions", "dos"]).contains("dos"));
}

#[test]
fn commands_of_xiangqi_list_no_options_of_gomoku() {
    for command in ["judge", "notation"] {
        let help = ok(&[command, "--help"]);
        for option in ["--size", "--black", "--white", "--side", "freestyle", "Gomoku"] {
            assert!(!help.contains(option), "{command}: {option}");
        }
        assert!(help.contains("The rule about repetitions: asian, chinese or simple"), "{command}");
    }
}
