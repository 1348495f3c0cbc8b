//! Guests that have the code and lie.

use super::*;

/// A guest that has the code and says what it should not: its connection ends, and the class goes on.
#[test]
fn what_is_no_part_of_a_class_ends_the_connection_and_not_the_class() {
    let reactor = Reactor::start();
    let (mut teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    let sit = || TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false };
    let shown = || TableMessage::Show { board: Some(Box::new(shown_game().to_board())) };
    let welcome =
        || TableMessage::Welcome { name: String::new(), game: "gomoku".to_owned(), token: "a.b".to_owned(), wait_s: 1 };
    let lies: Vec<Vec<TableMessage>> = vec![
        vec![TableMessage::Accept],
        vec![shown()],
        vec![sit(), shown()],
        vec![sit(), welcome()],
        vec![sit(), TableMessage::Accept],
        vec![sit(), TableMessage::Adjourned],
        vec![sit(), sit()],
        vec![sit(), TableMessage::Disagree { steps: 0, placement: String::new() }],
        vec![TableMessage::Sit { name: "E\u{1b}".to_owned(), game: None, seat: None, watches: false }],
        vec![TableMessage::Sit {
            name: "Eve".to_owned(),
            game: None,
            seat: Some("guessed".to_owned()),
            watches: false,
        }],
    ];
    for lie in lies {
        let secret = Secret::Code(teacher.code().to_string());
        let mut channel = reactor
            .block_on(knock(&teacher.address, &secret))
            .unwrap_or_else(|error| panic!("the code is right: {error}"));
        for message in &lie {
            say(&reactor, &mut channel, message);
        }
        let end = read_until(&reactor, &mut channel, |_| false).expect_err("the class hangs up");
        assert!(matches!(end, ChannelError::Closed | ChannelError::Io(_)), "{end:?} after {lie:?}");
    }
    teacher
        .until("it is gone", |teacher| teacher.here() == 2 && teacher.guests.iter().all(|guest| guest.board.is_none()));
    teacher.begin(TournamentFormat::RoundRobin);
    teacher.until("the class goes on", |teacher| teacher.boards.contains_key(&1));
    teacher.close();
}

/// Peers that have the code sit down and send messages with changed bytes, as many as `DUIYI_NETWORK_PEERS`: each ends its own
/// connection at most, and a game between two others goes on.
#[test]
fn changed_messages_of_guests_harm_no_game() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(number("DUIYI_NETWORK_SEED", 21));
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    teacher.begin(TournamentFormat::RoundRobin);
    pupils.iter_mut().for_each(|pupil| pupil.until("game", |pupil| pupil.view.is_some()));
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let act = |act: TableAct| TableMessage::Act { steps: 0, act };
    let messages = [
        act(TableAct::Play { mv: "h8".to_owned() }),
        act(TableAct::Answer { question: TableQuestion::Draw, accept: true }),
        act(TableAct::Resign),
        TableMessage::Sit { name: "Bo".to_owned(), game: None, seat: Some("ab".to_owned()), watches: false },
        TableMessage::Ack { steps: 3 },
        TableMessage::Disagree { steps: 3, placement: "x".repeat(300) },
        TableMessage::Show { board: Some(Box::new(shown_game().to_board())) },
    ];
    let peers = number("DUIYI_NETWORK_PEERS", 30);
    let mut sent = 0;
    for peer in 0..peers {
        let secret = Secret::Code(teacher.code().to_string());
        let Ok(mut channel) = reactor.block_on(knock(&teacher.address, &secret)) else { continue };
        if rng.below(2) == 0 {
            let name = format!("Eve {}", peer % 20);
            say(&reactor, &mut channel, &TableMessage::Sit { name, game: None, seat: None, watches: peer % 5 == 0 });
        }
        for _ in 0..20 {
            let message = &messages[rng.below(messages.len())];
            // A frame has any JSON here; what is none is written as a text.
            let bytes = changed(message, &mut rng);
            let value: serde_json::Value = serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| serde_json::Value::String(String::from_utf8_lossy(&bytes).into_owned()));
            if reactor.block_on(channel.writer.send(&value)).is_err() {
                break;
            }
            sent += 1;
        }
        drop(channel);
        if peer % 5 == 0 && teacher.boards[&1].session.outcome().is_none() {
            pupils.iter_mut().for_each(Pupil::pump);
            let ply = pupils[0].snapshot().ply.max(pupils[1].snapshot().ply);
            pupils.iter_mut().for_each(|pupil| pupil.until("move", |pupil| pupil.snapshot().ply == ply));
            let mover = usize::from(!pupils[0].is_in_turn());
            let mv = any_move_in(pupils[mover].snapshot(), &mut rng);
            pupils[mover].play(&mv);
            pupils.iter_mut().for_each(|pupil| pupil.until("move", |pupil| pupil.snapshot().ply == ply + 1));
        }
        teacher.pump();
    }
    println!("{sent} changed messages of {peers} peers");
    assert!(
        teacher.guests.iter().filter(|guest| ["Bo", "Cai"].contains(&guest.name.as_str())).all(|guest| guest.is_here)
    );
    assert!(teacher.guests.len() <= 22);
    assert_eq!(pupils[0].placement(), pupils[1].placement());
    teacher.close();
}
