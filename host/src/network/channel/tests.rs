use std::sync::atomic::{AtomicUsize, Ordering};

use duiyi_core::base::Rng;
use tokio::io::{DuplexStream, ReadHalf, WriteHalf, duplex, split};

use super::*;

type TestChannel = Channel<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>;

const CODE: &str = "017-203-005-250";

/// Runs `work` with a clock that jumps to the next timer.
fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    runtime.expect("a runtime").block_on(work)
}

fn code(text: &str) -> Secret {
    Secret::Code(text.to_owned())
}

/// Welcomes one guest; counts wrong codes in `wrong`.
async fn host(stream: DuplexStream, secret: Secret, wrong: &AtomicUsize) -> Result<TestChannel, ChannelError> {
    let (mut read, write) = split(stream);
    let knock = hear_knock(&mut read).await?;
    let count = || async {
        wrong.fetch_add(1, Ordering::Relaxed);
    };
    welcome(read, write, &knock, &secret, count).await
}

/// Connects a guest and a host; `between` gets the bytes of each direction, and their place in it, to change them.
async fn meet(
    guest_secret: Secret,
    host_secret: Secret,
    between: impl Fn(bool, usize, &mut u8),
) -> (Result<TestChannel, ChannelError>, Result<TestChannel, ChannelError>, usize) {
    let (guest_end, near) = duplex(1 << 17);
    let (far, host_end) = duplex(1 << 17);
    let wrong = AtomicUsize::new(0);
    let (mut near_read, mut near_write) = split(near);
    let (mut far_read, mut far_write) = split(far);
    let guest = async {
        let (read, write) = split(guest_end);
        join(read, write, &guest_secret).await
    };
    let ends = async { tokio::join!(guest, host(host_end, host_secret, &wrong)) };
    let relays = async {
        tokio::join!(
            relay(&mut near_read, &mut far_write, |at, byte| between(true, at, byte)),
            relay(&mut far_read, &mut near_write, |at, byte| between(false, at, byte)),
        )
    };
    let (guest, host) = tokio::select! {
        ends = ends => ends,
        _ = relays => unreachable!("both ends are held"),
    };
    (guest, host, wrong.into_inner())
}

async fn relay(from: &mut ReadHalf<DuplexStream>, to: &mut WriteHalf<DuplexStream>, change: impl Fn(usize, &mut u8)) {
    let mut at = 0;
    let mut bytes = [0; 512];
    while let Ok(count) = from.read(&mut bytes).await {
        if count == 0 {
            let _ = to.shutdown().await;
            // The other direction goes on.
            return std::future::pending().await;
        }
        for byte in &mut bytes[..count] {
            change(at, byte);
            at += 1;
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return std::future::pending().await;
        }
    }
}

/// Connects directly, for tests after the handshake.
async fn pair() -> (TestChannel, TestChannel) {
    let (guest_end, host_end) = duplex(1 << 17);
    let wrong = AtomicUsize::new(0);
    let (read, write) = split(guest_end);
    let secret = code(CODE);
    let (guest, host) = tokio::join!(join(read, write, &secret), host(host_end, code(CODE), &wrong));
    (guest.expect("the code is right"), host.expect("the code is right"))
}

#[test]
fn both_who_know_the_code_can_talk() {
    run(async {
        let (mut guest, mut host) = pair().await;
        for text in ["炮二平五", "", &"x".repeat(MESSAGE_MAX - 2)] {
            guest.writer.send(&text).await.expect("it fits");
            assert_eq!(host.reader.receive::<String>().await.expect("it arrives"), text);
            host.writer.send(&text).await.expect("it fits");
            assert_eq!(guest.reader.receive::<String>().await.expect("it arrives"), text);
        }
        let long = "x".repeat(MESSAGE_MAX - 1);
        assert!(matches!(guest.writer.send(&long).await, Err(ChannelError::TooLong)));
    });
}

#[test]
fn a_wrong_code_is_counted_and_learns_nothing() {
    run(async {
        let (guest, host, wrong) = meet(code("017-203-005-251"), code(CODE), |_, _, _| {}).await;
        assert!(matches!(guest, Err(ChannelError::WrongCode)));
        assert!(matches!(host, Err(ChannelError::WrongCode)));
        assert_eq!(wrong, 1);
    });
}

#[test]
fn a_token_opens_no_door_for_codes() {
    run(async {
        let token = || Secret::Token(CODE.to_owned());
        let (guest, host, wrong) = meet(code(CODE), token(), |_, _, _| {}).await;
        assert!(matches!((guest, host), (Err(ChannelError::Taken), Err(ChannelError::Taken))));
        assert_eq!(wrong, 0);
        let (guest, host, _) = meet(token(), token(), |_, _, _| {}).await;
        assert!(guest.is_ok() && host.is_ok());
    });
}

/// Whoever changes a byte between two who know the code ends the handshake on both sides, but for the last message: the
/// host has no answer to it.
#[test]
fn a_changed_handshake_fails() {
    let sent = [MAGIC.len() + 3 + SHARE + PROOF, MAGIC.len() + 3 + SHARE + 1 + PROOF];
    for (from_guest, length) in [(true, sent[0]), (false, sent[1])] {
        // Each byte of the heads and answers, and every fourth of shares and proofs.
        for place in (0..length).filter(|place| place % 4 == 0 || *place < 8 || *place == sent[1] - PROOF - 1) {
            run(async {
                let flip = |guest: bool, at: usize, byte: &mut u8| {
                    if guest == from_guest && at == place {
                        *byte ^= 1;
                    }
                };
                let (guest, host, _) = meet(code(CODE), code(CODE), flip).await;
                assert!(guest.is_err(), "{from_guest} {place}");
                assert!(host.is_err() || (!from_guest && place >= length - PROOF - 1), "{from_guest} {place}");
            });
        }
    }
}

#[test]
fn another_version_is_one_sentence() {
    run(async {
        let newer = |guest: bool, at: usize, byte: &mut u8| {
            if guest && at == MAGIC.len() + 1 {
                *byte = 9;
            }
        };
        let (_, host, wrong) = meet(code(CODE), code(CODE), newer).await;
        let error = host.err().expect("the versions differ");
        assert!(matches!(error, ChannelError::OtherVersion(9)) && wrong == 0);
        assert!(error.to_string().contains("update the older one"));
    });
}

#[test]
fn another_protocol_is_no_table() {
    run(async {
        let (mut near, far) = duplex(1024);
        near.write_all(b"GET / HTTP/1.1\r\nHost: duiyi\r\n\r\n").await.expect("there is room");
        let wrong = AtomicUsize::new(0);
        assert!(matches!(host(far, code(CODE), &wrong).await, Err(ChannelError::NoTable)));
    });
}

#[test]
fn a_slow_guest_is_given_up() {
    run(async {
        let (mut near, far) = duplex(1024);
        let wrong = AtomicUsize::new(0);
        let begun = Instant::now();
        let (_, host) = tokio::join!(
            async {
                for byte in head(0) {
                    near.write_all(&[byte]).await.ok();
                    tokio::time::sleep(Duration::from_secs(4)).await;
                }
            },
            host(far, code(CODE), &wrong)
        );
        assert!(matches!(host, Err(ChannelError::Silent)));
        assert!(begun.elapsed() < Duration::from_secs(60));
    });
}

#[test]
fn silence_and_half_a_frame_end_a_channel() {
    run(async {
        let (_guest, mut host) = pair().await;
        let begun = Instant::now();
        // Other things happen meanwhile, and the wait begins anew; the silence is counted all the same.
        let silent = loop {
            if let Ok(received) = timeout(PING_EVERY, host.reader.receive::<String>()).await {
                break received;
            }
        };
        assert!(matches!(silent, Err(ChannelError::Silent)));
        assert!(begun.elapsed() <= SILENCE_MAX + PING_EVERY);
        let (mut guest, mut host) = pair().await;
        guest.writer.write.write_all(&[0xff, 0xff, 1]).await.expect("there is room");
        assert!(matches!(host.reader.receive::<String>().await, Err(ChannelError::Silent)));
    });
}

#[test]
fn a_repeated_or_moved_frame_does_not_decrypt() {
    run(async {
        let (guest, mut host) = pair().await;
        let mut write = guest.writer.write;
        let frame = |number: u64, text: &str| {
            let mut bytes = vec![0; 2 + text.len() + 2 + TAG];
            let message = serde_json::to_vec(text).expect("it is text");
            let length = guest.writer.state.write_message(number, &message, &mut bytes[2..]).expect("it fits");
            bytes[..2].copy_from_slice(&u16::try_from(length).expect("it is short").to_be_bytes());
            bytes
        };
        write.write_all(&frame(0, "h8")).await.expect("there is room");
        assert_eq!(host.reader.receive::<String>().await.expect("the first one"), "h8");
        write.write_all(&frame(0, "h8")).await.expect("there is room");
        assert!(matches!(host.reader.receive::<String>().await, Err(ChannelError::Garbage)));

        let (guest, mut host) = pair().await;
        let mut write = guest.writer.write;
        let mut bytes = vec![0; 2 + 4 + TAG];
        let length = guest.writer.state.write_message(1, b"\"h8\"", &mut bytes[2..]).expect("it fits");
        bytes[1] = u8::try_from(length).expect("it is short");
        write.write_all(&bytes).await.expect("there is room");
        assert!(matches!(host.reader.receive::<String>().await, Err(ChannelError::Garbage)));
    });
}

/// Any bytes after the handshake end the channel, and take no more memory than a frame. `DUIYI_NETWORK_FRAMES` sets the
/// number of tries, `DUIYI_NETWORK_SEED` which ones.
#[test]
fn any_bytes_end_a_channel() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let frames = number("DUIYI_NETWORK_FRAMES", 300);
    let mut rng = Rng::from_seed(number("DUIYI_NETWORK_SEED", 7));
    run(async {
        let (guest, host) = pair().await;
        let state = guest.writer.state.clone();
        drop(host);
        for number in 0..frames {
            let (near, far) = duplex(1 << 17);
            let (read, _keep) = split(far);
            let (_, mut write) = split(near);
            let mut reader = ChannelReader {
                read,
                state: state.clone(),
                number: 0,
                pending: Vec::new(),
                begun: None,
                heard: Instant::now(),
            };
            let length = if number % 50 == 0 { rng.below(70_000) } else { rng.below(100) };
            let mut bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
            if number % 3 == 0 && bytes.len() > 2 {
                let rest = u16::try_from(bytes.len() - 2).unwrap_or(u16::MAX).to_be_bytes();
                bytes[..2].copy_from_slice(&rest);
            }
            write.write_all(&bytes).await.expect("there is room");
            write.shutdown().await.expect("it closes");
            drop(write);
            assert!(reader.receive::<String>().await.is_err());
            assert!(reader.pending.len() <= 2 + usize::from(u16::MAX) + 4096);
        }
    });
}
