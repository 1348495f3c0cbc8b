//! The door of a table or a class: a listening socket that admits guests.
//!
//! Anybody on the network may connect, so everything here is bounded: connections without proof in all and from one
//! address, the time of each, and wrong codes. After [`Admits::wrong_max`] of them the door closes.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::channel::{self, Channel, ChannelError, Secret};

/// The delay of an answer to a wrong code, for each wrong code so far.
const WRONG_DELAY: Duration = Duration::from_secs(2);

/// The wrong codes that make the delay longer: the longest one is within the time of a handshake.
const WRONG_DELAYS: u32 = 5;

/// Unproved connections from one address.
const GUESTS_PER_ADDRESS_MAX: usize = 4;

/// How many guests a door lets in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Admits {
    /// One; the next one once [`Door::admit`] is called again.
    #[default]
    One,
    /// A class.
    Many,
}

impl Admits {
    /// Wrong codes until the door closes. In a class everybody may err twice; a guess is right once in four billion times.
    pub(super) const fn wrong_max(self) -> u32 {
        match self {
            Admits::One => 5,
            Admits::Many => 60,
        }
    }

    /// Connections that have not proved the secret yet. A class comes at once.
    const fn unproved_max(self) -> usize {
        match self {
            Admits::One => 16,
            Admits::Many => 64,
        }
    }
}

/// A channel over TCP.
pub(super) type TcpChannel = Channel<OwnedReadHalf, OwnedWriteHalf>;

/// What comes through the door.
pub(super) enum AtDoor {
    /// A guest who proved the secret.
    Guest(Box<TcpChannel>),
    /// A wrong code was given, so many times by now.
    WrongCode(u32),
    /// Too many wrong codes were given, and no code is right any more.
    Closed,
}

/// An open door. Dropping it closes the socket and ends all unproved connections.
pub(super) struct Door {
    admission: Arc<Mutex<Admission>>,
    port: u16,
    accepting: JoinHandle<()>,
    arrivals: mpsc::Receiver<AtDoor>,
}

#[derive(Default)]
struct Admission {
    admits: Admits,
    /// What a guest must prove, one secret of a kind; none while the seat is taken or the door is closed.
    secrets: Vec<Secret>,
    wrong: u32,
    waiting: HashMap<IpAddr, usize>,
}

impl Admission {
    fn enter(&mut self, from: IpAddr) -> bool {
        let all: usize = self.waiting.values().sum();
        let own = self.waiting.entry(from).or_default();
        let enters = all < self.admits.unproved_max() && *own < GUESTS_PER_ADDRESS_MAX;
        *own += usize::from(enters);
        self.waiting.retain(|_, count| *count > 0);
        enters
    }

    fn leave(&mut self, from: IpAddr) {
        if let Some(count) = self.waiting.get_mut(&from) {
            *count -= 1;
        }
        self.waiting.retain(|_, count| *count > 0);
    }
}

impl Door {
    /// Opens a socket on `port`, or on one that the system chooses with 0.
    pub(super) async fn open(port: u16, admits: Admits) -> std::io::Result<Door> {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).await?;
        let port = listener.local_addr()?.port();
        let admission = Arc::new(Mutex::new(Admission { admits, ..Admission::default() }));
        let (send, arrivals) = mpsc::channel(8);
        let accepting = tokio::spawn(accept(listener, admission.clone(), send));
        Ok(Door { admission, port, accepting, arrivals })
    }

    /// Opens a door as [`Door::open`] does, on another port if a program has `port` now; the guests must be told it.
    pub(super) async fn reopen(port: u16, admits: Admits) -> std::io::Result<Door> {
        match Door::open(port, admits).await {
            Err(_) if port != 0 => Door::open(0, admits).await,
            door => door,
        }
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// Sets what a guest must prove, one of these secrets; without any every guest is turned away. After too many wrong
    /// codes no code is right.
    pub(super) fn admit(&self, secrets: impl IntoIterator<Item = Secret>) {
        let mut admission = self.admission.lock();
        let is_spent = admission.wrong >= admission.admits.wrong_max();
        admission.secrets = secrets.into_iter().filter(|secret| !(is_spent && secret.is_code())).collect();
    }

    /// Waits for the next arrival. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> AtDoor {
        match self.arrivals.recv().await {
            Some(arrival) => arrival,
            None => std::future::pending().await,
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, admission: Arc<Mutex<Admission>>, arrivals: mpsc::Sender<AtDoor>) {
    // Its tasks end with it.
    let mut guests = tokio::task::JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = guests.join_next() => continue,
        };
        let Ok((stream, from)) = accepted else {
            // The system may be out of files for a while.
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let from = from.ip();
        if admission.lock().enter(from) {
            let (admission, arrivals) = (admission.clone(), arrivals.clone());
            guests.spawn(async move {
                let arrival = admit_one(stream, &admission).await;
                admission.lock().leave(from);
                if let Some(arrival) = arrival {
                    let _ = arrivals.send(arrival).await;
                }
            });
        }
    }
}

async fn admit_one(stream: TcpStream, admission: &Mutex<Admission>) -> Option<AtDoor> {
    // Moves are small and must not wait for others.
    let _ = stream.set_nodelay(true);
    let (mut read, mut write) = stream.into_split();
    let knock = match channel::hear_knock(&mut read).await {
        Ok(knock) => knock,
        Err(ChannelError::OtherVersion(_)) => {
            channel::answer_other_version(&mut read, &mut write).await;
            return None;
        }
        Err(_) => return None,
    };
    let wanted = admission.lock().secrets.iter().find(|secret| knock.is_for(secret)).cloned();
    let Some(secret) = wanted else {
        channel::turn_away(&mut write).await;
        return None;
    };
    let mut times = None;
    let wrong = || {
        let count = admission.lock().count_wrong(&secret);
        times = count;
        async move {
            tokio::time::sleep(WRONG_DELAY * count.unwrap_or(1).min(WRONG_DELAYS)).await;
        }
    };
    match channel::welcome(read, write, &knock, &secret, wrong).await {
        Ok(channel) => {
            let mut admission = admission.lock();
            // Another guest may have been faster, or the door was closed meanwhile.
            let is_admitted = admission.secrets.contains(&secret);
            if is_admitted && admission.admits == Admits::One {
                admission.secrets.clear();
            }
            is_admitted.then(|| AtDoor::Guest(Box::new(channel)))
        }
        Err(ChannelError::WrongCode) => {
            let most = admission.lock().admits.wrong_max();
            times.map(|count| if count < most { AtDoor::WrongCode(count) } else { AtDoor::Closed })
        }
        Err(_) => None,
    }
}

impl Admission {
    /// Counts a wrong code before it is answered. A wrong token is not counted: nobody guesses one.
    fn count_wrong(&mut self, secret: &Secret) -> Option<u32> {
        if !secret.is_code() {
            return None;
        }
        self.wrong += 1;
        if self.wrong >= self.admits.wrong_max() {
            self.secrets.retain(|secret| !secret.is_code());
        }
        Some(self.wrong)
    }
}

/// Connects to a table at `address`, an address and a port.
pub(super) async fn knock(address: &str, secret: &Secret) -> Result<TcpChannel, ChannelError> {
    const CONNECT_MAX: Duration = Duration::from_secs(10);
    let connected = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(address)).await;
    let stream = connected.map_err(|_| ChannelError::Silent)??;
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    channel::join(read, write, secret).await
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;
    use crate::reactor::Reactor;

    fn code(text: &str) -> Secret {
        Secret::Code(text.to_owned())
    }

    fn at(door: &Door) -> String {
        format!("127.0.0.1:{}", door.port())
    }

    #[test]
    fn one_guest_is_admitted_and_others_are_turned_away() {
        Reactor::start().block_on(async {
            let mut door = Door::open(0, Admits::One).await.expect("the system has a port");
            door.admit([code("1")]);
            let guest = knock(&at(&door), &code("1")).await;
            assert!(guest.is_ok() && matches!(door.next().await, AtDoor::Guest(_)));
            assert!(matches!(knock(&at(&door), &code("1")).await, Err(ChannelError::Taken)));
            door.admit([Secret::Token("t".to_owned())]);
            assert!(matches!(knock(&at(&door), &code("1")).await, Err(ChannelError::Taken)));
            assert!(knock(&at(&door), &Secret::Token("t".to_owned())).await.is_ok());
        });
    }

    #[test]
    fn a_guest_proves_any_of_the_secrets() {
        Reactor::start().block_on(async {
            let mut door = Door::open(0, Admits::One).await.expect("the system has a port");
            let token = Secret::Token("t".to_owned());
            for right in [code("1"), token.clone()] {
                door.admit([code("1"), token.clone()]);
                assert!(knock(&at(&door), &right).await.is_ok() && matches!(door.next().await, AtDoor::Guest(_)));
                assert!(matches!(knock(&at(&door), &token).await, Err(ChannelError::Taken)), "one guest at a time");
            }
            door.admit([code("1"), token]);
            let other = Secret::Token("u".to_owned());
            assert!(matches!(knock(&at(&door), &other).await, Err(ChannelError::WrongCode)));
        });
    }

    #[test]
    fn five_wrong_codes_close_the_door_slowly() {
        Reactor::start().block_on(async {
            let mut door = Door::open(0, Admits::One).await.expect("the system has a port");
            door.admit([code("1")]);
            let address = at(&door);
            let begun = tokio::time::Instant::now();
            let tries = (0..4).map(|_| {
                let address = address.clone();
                tokio::spawn(async move { knock(&address, &code("2")).await.err() })
            });
            for tried in tries.collect::<Vec<_>>() {
                let error = tried.await.expect("it does not panic");
                assert!(matches!(error, Some(ChannelError::WrongCode)), "{error:?}");
            }
            assert!(begun.elapsed() >= 4 * WRONG_DELAY);
            for count in 1..=4 {
                assert!(matches!(door.next().await, AtDoor::WrongCode(times) if times == count));
            }
            let last = tokio::spawn(async move { knock(&address, &code("2")).await.err() });
            assert!(matches!(door.next().await, AtDoor::Closed));
            assert!(last.await.expect("it does not panic").is_some());
            // The right code is too late, and the door cannot be opened again.
            door.admit([code("1"), Secret::Token("t".to_owned())]);
            assert!(matches!(knock(&at(&door), &code("1")).await, Err(ChannelError::Taken)));
            // The player of a game in progress comes back all the same.
            assert!(knock(&at(&door), &Secret::Token("t".to_owned())).await.is_ok());
        });
    }

    #[test]
    fn a_crowd_is_bounded_and_harms_nobody() {
        Reactor::start().block_on(async {
            let mut door = Door::open(0, Admits::One).await.expect("the system has a port");
            door.admit([code("1")]);
            let mut crowd = Vec::new();
            for _ in 0..200 {
                crowd.push(TcpStream::connect(at(&door)).await.expect("the system accepts"));
            }
            // All but a few are closed at once.
            let mut open = 0;
            for stream in &mut crowd {
                let closed = tokio::time::timeout(Duration::from_millis(50), stream.read_u8()).await;
                open += usize::from(closed.is_err());
            }
            assert!((1..=GUESTS_PER_ADDRESS_MAX).contains(&open), "{open} are open");
            assert!(door.admission.lock().waiting.values().sum::<usize>() <= GUESTS_PER_ADDRESS_MAX);
            drop(crowd);
            let guest = async {
                loop {
                    match knock(&at(&door), &code("1")).await {
                        Ok(guest) => break guest,
                        Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                    }
                }
            };
            tokio::time::timeout(Duration::from_secs(20), guest).await.expect("there is room again");
            assert!(matches!(door.next().await, AtDoor::Guest(_)));
        });
    }

    #[test]
    fn a_class_comes_in_with_one_code() {
        Reactor::start().block_on(async {
            let mut door = Door::open(0, Admits::Many).await.expect("the system has a port");
            door.admit([code("1"), Secret::Token("t".to_owned())]);
            for secret in [code("1"), code("1"), Secret::Token("t".to_owned()), code("1")] {
                assert!(knock(&at(&door), &secret).await.is_ok());
                assert!(matches!(door.next().await, AtDoor::Guest(_)));
            }
        });
    }

    #[test]
    fn a_guest_of_another_version_learns_ours() {
        Reactor::start().block_on(async {
            let door = Door::open(0, Admits::One).await.expect("the system has a port");
            door.admit([code("1")]);
            let mut stream = TcpStream::connect(at(&door)).await.expect("the door is open");
            let old = [&b"DUIYI"[..], &1_u16.to_be_bytes(), &[0], &[0; 33]].concat();
            tokio::io::AsyncWriteExt::write_all(&mut stream, &old).await.expect("it is sent");
            let mut answer = [0; 7];
            stream.read_exact(&mut answer).await.expect("there is an answer");
            assert_eq!(answer, [&b"DUIYI"[..], &channel::VERSION.to_be_bytes()].concat()[..]);
        });
    }

    #[test]
    fn a_dropped_door_has_no_socket() {
        Reactor::start().block_on(async {
            let door = Door::open(0, Admits::One).await.expect("the system has a port");
            let address = at(&door);
            drop(door);
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert!(TcpStream::connect(&address).await.is_err());
        });
    }
}
