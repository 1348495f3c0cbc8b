use super::*;

#[test]
fn a_record_of_the_site_is_read() {
    let text = "see this game: [DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]甲先胜乙[/DhtmlXQ_title]\n\
         [DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
         [DhtmlXQ_movelist]7747706279678\n070[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n\
         [DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_move_1_2_3]1242[/DhtmlXQ_move_1_2_3]\n\
         [DhtmlXQ_comment0]开始||好[/DhtmlXQ_comment0][DhtmlXQ_comment1_2]马[FEN \"x\"][/DhtmlXQ_comment1_2]\n[/DhtmlXQ]";
    assert!(DhtmlXq.sniff(text.as_bytes()));
    let record = DhtmlXq.read(text.as_bytes()).expect("it can be set up");
    assert_eq!(record.faults(), []);
    let tree = &record.tree;
    let moves: Vec<&str> = tree.subtree(Tree::ROOT).filter_map(|node| tree.mv(node)).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9", "b9c7", "h0g2", "b7e7"]);
    let second: Vec<NodeId> = tree.children(tree.main_child(Tree::ROOT).expect("a move")).collect();
    assert_eq!(
        (tree.note(Tree::ROOT).comment.as_str(), tree.note(second[1]).comment.as_str()),
        ("开始\n好", "马[FEN \"x\"]")
    );
    assert_eq!(record.header.tags, [("Title".to_owned(), "甲先胜乙".to_owned())]);
    assert_eq!(record.header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
}

#[test]
fn utf_16_is_known() {
    for (before, name) in [("", "A &amp; 李"), ("<html>", "A & 李")] {
        let text = format!(
            "\u{feff}{before}[DhtmlXQ]\n[DhtmlXQ_red]A &amp; 李[/DhtmlXQ_red]\n\
             [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
        );
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(crate::record::format::sniff(&bytes).name(), "ubb");
            let record = DhtmlXq.read(&bytes).expect("it can be set up");
            assert_eq!((record.header.names.first.as_str(), record.tree.len()), (name, 1));
        }
    }
}

#[test]
fn pipes_of_a_text_are_no_ends_of_lines() {
    for (written, read) in
        [("|||", "| | |"), ("a|\n|b", "a| \n |b"), ("a|\r\n\rb", "a| \n\nb"), ("|a|b|", "|a|b|"), ("a\n\nb", "a\n\nb")]
    {
        let mut tree = Tree::new();
        tree.note_mut(Tree::ROOT).comment = written.to_owned();
        let bytes = DhtmlXq.write(&Header::new(Setup::usual(GameKind::Xiangqi)), &tree).expect("it is Xiangqi").bytes;
        assert_eq!(DhtmlXq.read(&bytes).expect("our own").tree.note(Tree::ROOT).comment, read, "{written:?}");
    }
}

#[test]
fn a_second_tag_of_a_name_is_reported() {
    let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
    let tags = [("Event", "a"), ("Event", "b"), ("Sponsor", "c"), ("Sponsor", "d"), ("Sponsor", "e")];
    header.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let written = DhtmlXq.write(&header, &Tree::new()).expect("it is Xiangqi");
    assert_eq!(written.left_out.to_string(), "3 facts about the game");
    let again = DhtmlXq.read(&written.bytes).expect("our own").header.tags;
    assert_eq!(again, [header.tags[0].clone(), header.tags[2].clone()]);
}

#[test]
fn the_result_may_be_a_letter() {
    for (letter, score) in [("W", "1-0"), ("L", "0-1"), ("D", "1/2-1/2")] {
        let text =
            format!("[DhtmlXQ]\n[DhtmlXQ_result]{letter}[/DhtmlXQ_result]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
        let record = DhtmlXq.read(text.as_bytes()).expect("it can be set up");
        assert_eq!((record.header.outcome.map(Outcome::score_text), record.faults()), (Some(score), vec![]));
    }
}

#[test]
fn lines_without_a_parent_are_faults() {
    let text = "[DhtmlXQ_binit]12[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]7747x\n[DhtmlXQ_move_0_3_1]7062[/DhtmlXQ_move_0_3_1]\n\
                [DhtmlXQ_move_9_1_2]7062[/DhtmlXQ_]\n[DhtmlXQ_move_1]7062[/DhtmlXQ_]\n[DhtmlXQ_comment7]x[/DhtmlXQ_comment7]";
    let record = DhtmlXq.read(text.as_bytes()).expect("the usual start is taken");
    assert_eq!((record.tree.len(), record.faults().len()), (1, 7));
}

#[test]
fn the_players_may_have_fields_of_their_names() {
    let read = |red: &str| {
        let text = format!(
            "[DhtmlXQ]\n[DhtmlXQ_red]{red}[/DhtmlXQ_red]\n[DhtmlXQ_redteam]北京[/DhtmlXQ_redteam]\n\
             [DhtmlXQ_redname]刘永富[/DhtmlXQ_redname]\n[DhtmlXQ_blackname]张永生[/DhtmlXQ_blackname]\n[/DhtmlXQ]"
        );
        let header = DhtmlXq.read(text.as_bytes()).expect("it can be set up").header;
        let tags: Vec<String> = header.tags.iter().map(|(name, value)| format!("{name} {value}")).collect();
        (header.names.first, header.names.second, tags.join(", "))
    };
    let names = |red: &str, tags: &str| (red.to_owned(), "张永生".to_owned(), tags.to_owned());
    assert_eq!(read(""), names("刘永富", "RedTeam 北京"));
    assert_eq!(read("刘永富"), names("刘永富", "RedTeam 北京"));
    assert_eq!(read("北京 刘永富"), names("北京 刘永富", "RedTeam 北京, redname 刘永富"));
}

#[test]
fn a_frame_around_a_game_is_no_game() {
    let game = "[DhtmlXQ]\n[DhtmlXQ_red]Li[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    let frame = "[DhtmlXQiFrame][DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]";
    for (text, count) in [
        (format!("{frame}{game}"), 1),
        (format!("{frame}{game}[DhtmlXQ_init]500,350[/DhtmlXQ_init][/DhtmlXQiFrame]"), 1),
        (format!("{frame}{game}{frame}{game}"), 2),
        (game.to_owned(), 1),
    ] {
        let mut names = Vec::new();
        let _ = DhtmlXq.read_each(text.as_bytes(), &mut |record| {
            names.extend(record.map(|record| record.header.names.first));
            ControlFlow::Continue(())
        });
        assert_eq!(names, vec!["Li"; count], "{text}");
    }
}

#[test]
fn texts_in_a_page_are_html() {
    let text = "[DhtmlXQ]<br>\n[DhtmlXQ_title]A &amp; B &quot;cup&quot; &lt;1&gt;&nbsp;2[/DhtmlXQ_title]\n\
                [DhtmlXQ_red]王<b>天一</b>[/DhtmlXQ_red]<br />\n\
                [DhtmlXQ_black]O&#39;Neil &#x738b; & Co; a<b 1 < 2 &#0;&odd;[/DhtmlXQ_black]\n\
                [DhtmlXQ_movelist]7747<br>\n7062[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    let record = DhtmlXq.read(format!("<html>{text}</html>").as_bytes()).expect("it can be set up");
    assert_eq!((record.tree.len(), record.faults()), (2, vec![]));
    assert_eq!(record.header.names.first, "王天一");
    assert_eq!(record.header.names.second, "O'Neil 王 & Co; a<b 1 < 2 &#0;&odd;");
    assert_eq!(record.header.tags, [("Title".to_owned(), "A & B \"cup\" <1> 2".to_owned())]);
    let record = DhtmlXq.read(text.as_bytes()).expect("it can be set up");
    assert_eq!(record.header.names.first, "王<b>天一</b>");
}
