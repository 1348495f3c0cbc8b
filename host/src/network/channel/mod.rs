//! The encrypted channel between two machines that know the same secret.
//!
//! ```text
//! guest → host   magic, version, kind of secret, SPAKE2 share
//! host → guest   magic, version, answer, SPAKE2 share
//! guest → host   Noise NNpsk0, first message: proves the secret
//! host → guest   answer, Noise NNpsk0, second message: proves the secret
//! then           frames: two bytes of length, then an encrypted message
//! ```
//!
//! SPAKE2 makes a strong key of a weak secret: a listener learns nothing, and an attacker in the middle has one guess a
//! connection. That key is the pre-shared key of the Noise handshake, whose prologue has both shares and the version. The
//! host proves nothing before the guest has. Frames are numbered by their place, so a frame that is repeated, lost or
//! moved does not decrypt.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use snow::{Builder, StatelessTransportState};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::{Instant, timeout, timeout_at};

/// The version of everything that crosses; both sides need the same.
pub const VERSION: u16 = 3;

const MAGIC: [u8; 5] = *b"DUIYI";
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// The bytes of a SPAKE2 share.
const SHARE: usize = 33;
/// The bytes of a message of the Noise handshake: a public key and a tag.
const PROOF: usize = 48;
/// The bytes of a tag.
const TAG: usize = 16;

/// The most bytes of a message within a frame.
const MESSAGE_MAX: usize = u16::MAX as usize - TAG;

/// The time for the whole handshake, the delay of a wrong code included.
const HANDSHAKE_MAX: Duration = Duration::from_secs(20);

/// The time for a frame from its first byte to its last, and for one to be written.
const FRAME_MAX: Duration = Duration::from_secs(10);

/// The time for the other side to close, too.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// The time without any frame after which the other side counts as lost. Both sides send one at least every
/// [`PING_EVERY`].
pub(super) const SILENCE_MAX: Duration = Duration::from_secs(12);

/// The time between two pings.
pub(super) const PING_EVERY: Duration = Duration::from_secs(3);

/// What two machines share before they connect.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Secret {
    /// The code of the table, before a guest is seated.
    Code(String),
    /// The token that the host gave to its guest, for a game in progress.
    Token(String),
}

impl Secret {
    const fn kind(&self) -> u8 {
        match self {
            Secret::Code(_) => 0,
            Secret::Token(_) => 1,
        }
    }

    pub(super) const fn is_code(&self) -> bool {
        matches!(self, Secret::Code(_))
    }

    fn password(&self) -> Password {
        let (Secret::Code(text) | Secret::Token(text)) = self;
        Password::new(text)
    }
}

/// The answers of a host during the handshake.
mod answer {
    pub(super) const GO_ON: u8 = 0;
    pub(super) const TAKEN: u8 = 1;
    pub(super) const WRONG: u8 = 2;
}

/// A failure of the connection.
#[derive(Debug, Error)]
pub enum ChannelError {
    #[error("the connection failed: {0}")]
    Io(#[from] std::io::Error),
    #[error("the other machine did not answer in time; its firewall may not let Duiyi through")]
    Silent,
    #[error("the other machine closed the connection")]
    Closed,
    #[error("there is no table of Duiyi at this address")]
    NoTable,
    #[error("the other machine has another version of Duiyi (it speaks {0}, this one {VERSION}); update the older one")]
    OtherVersion(u16),
    #[error("somebody sits at this table already, or its game waits for another player")]
    Taken,
    #[error("the code is wrong; ask for it again")]
    WrongCode,
    #[error("the message is too long")]
    TooLong,
    #[error("the other machine sent something that is not part of a game")]
    Garbage,
}

impl ChannelError {
    /// Returns the code of the failure, for a person who wants to sit down.
    pub(super) const fn code(&self) -> &'static str {
        match self {
            ChannelError::Io(_) | ChannelError::Silent => "table-unreachable",
            ChannelError::NoTable => "not-a-table",
            ChannelError::OtherVersion(_) => "table-version",
            ChannelError::Taken => "table-taken",
            ChannelError::WrongCode => "table-wrong-code",
            ChannelError::Closed | ChannelError::TooLong | ChannelError::Garbage => "table-lost",
        }
    }
}

impl From<snow::Error> for ChannelError {
    fn from(_: snow::Error) -> ChannelError {
        ChannelError::Garbage
    }
}

/// The first bytes of a guest.
pub(super) struct Knock {
    kind: u8,
    share: [u8; SHARE],
}

impl Knock {
    /// Returns whether the guest wants to prove a secret of this kind.
    pub(super) const fn is_for(&self, secret: &Secret) -> bool {
        self.kind == secret.kind()
    }
}

/// Both ends of a channel.
pub(super) struct Channel<R, W> {
    pub(super) reader: ChannelReader<R>,
    pub(super) writer: ChannelWriter<W>,
}

/// Joins as a guest who knows `secret`.
pub(super) async fn join<R, W>(mut read: R, mut write: W, secret: &Secret) -> Result<Channel<R, W>, ChannelError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let handshake = async {
        let (guest, host) = identities();
        let (exchange, share) = Spake2::<Ed25519Group>::start_a(&secret.password(), &guest, &host);
        let mut first = head(secret.kind());
        first.extend_from_slice(&share);
        write.write_all(&first).await?;
        let theirs = read_head(&mut read).await?;
        if theirs == answer::TAKEN {
            return Err(ChannelError::Taken);
        }
        let mut host_share = [0; SHARE];
        read.read_exact(&mut host_share).await.map_err(broken)?;
        let key = exchange.finish(&host_share).map_err(|_| ChannelError::Garbage)?;
        let prologue = [&first[..], &host_share].concat();
        let mut noise = noise(&key, &prologue, |builder| builder.build_initiator())?;
        let mut proof = [0; PROOF];
        let length = noise.write_message(&[], &mut proof)?;
        write.write_all(&proof[..length]).await?;
        if read.read_u8().await.map_err(broken)? != answer::GO_ON {
            return Err(ChannelError::WrongCode);
        }
        read.read_exact(&mut proof).await.map_err(broken)?;
        noise.read_message(&proof, &mut [0; PROOF]).map_err(|_| ChannelError::WrongCode)?;
        Ok(noise.into_stateless_transport_mode()?)
    };
    let state = timeout(HANDSHAKE_MAX, handshake).await.map_err(|_| ChannelError::Silent)??;
    Ok(Channel::new(read, write, state))
}

/// Reads the first bytes of a guest.
pub(super) async fn hear_knock(read: &mut (impl AsyncRead + Unpin)) -> Result<Knock, ChannelError> {
    let hear = async {
        let kind = read_head(read).await?;
        let mut share = [0; SHARE];
        read.read_exact(&mut share).await.map_err(broken)?;
        Ok(Knock { kind, share })
    };
    timeout(FRAME_MAX, hear).await.map_err(|_| ChannelError::Silent)?
}

/// Tells a guest of another version which one this is. Its other bytes are read so that the answer reaches it.
pub(super) async fn answer_other_version(read: &mut (impl AsyncRead + Unpin), write: &mut (impl AsyncWrite + Unpin)) {
    turn_away(write).await;
    let _ = write.shutdown().await;
    drain(read).await;
}

/// Tells a guest that it cannot sit here. Errors do not matter: the connection ends.
pub(super) async fn turn_away(write: &mut (impl AsyncWrite + Unpin)) {
    let _ = timeout(FRAME_MAX, write.write_all(&head(answer::TAKEN))).await;
}

/// Welcomes a guest who must know `secret`. `wrong` is called before a wrong secret is answered, and delays the answer.
pub(super) async fn welcome<R, W, D>(
    mut read: R,
    mut write: W,
    knock: &Knock,
    secret: &Secret,
    wrong: impl FnOnce() -> D,
) -> Result<Channel<R, W>, ChannelError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
    D: Future<Output = ()>,
{
    if knock.kind != secret.kind() {
        turn_away(&mut write).await;
        return Err(ChannelError::Taken);
    }
    let handshake = async {
        let (guest, host) = identities();
        let (exchange, share) = Spake2::<Ed25519Group>::start_b(&secret.password(), &guest, &host);
        let mut answer = head(answer::GO_ON);
        answer.extend_from_slice(&share);
        write.write_all(&answer).await?;
        let mut first = head(knock.kind);
        first.extend_from_slice(&knock.share);
        let key = exchange.finish(&knock.share).map_err(|_| ChannelError::Garbage)?;
        let prologue = [&first[..], &share].concat();
        let mut noise = noise(&key, &prologue, |builder| builder.build_responder())?;
        let mut proof = [0; PROOF];
        read.read_exact(&mut proof).await.map_err(broken)?;
        if noise.read_message(&proof, &mut [0; PROOF]).is_err() {
            wrong().await;
            write.write_u8(answer::WRONG).await?;
            return Err(ChannelError::WrongCode);
        }
        let length = noise.write_message(&[], &mut proof)?;
        write.write_all(&[&[answer::GO_ON], &proof[..length]].concat()).await?;
        Ok(noise.into_stateless_transport_mode()?)
    };
    let state = timeout(HANDSHAKE_MAX, handshake).await.map_err(|_| ChannelError::Silent)??;
    Ok(Channel::new(read, write, state))
}

fn identities() -> (Identity, Identity) {
    (Identity::new(b"duiyi guest"), Identity::new(b"duiyi host"))
}

fn head(last: u8) -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_be_bytes(), &[last]].concat()
}

/// Reads magic and version, and returns the byte after them.
async fn read_head(read: &mut (impl AsyncRead + Unpin)) -> Result<u8, ChannelError> {
    let mut magic = [0; MAGIC.len()];
    read.read_exact(&mut magic).await.map_err(broken)?;
    if magic != MAGIC {
        return Err(ChannelError::NoTable);
    }
    match read.read_u16().await.map_err(broken)? {
        VERSION => read.read_u8().await.map_err(broken),
        other => Err(ChannelError::OtherVersion(other)),
    }
}

fn broken(error: std::io::Error) -> ChannelError {
    if error.kind() == std::io::ErrorKind::UnexpectedEof { ChannelError::Closed } else { error.into() }
}

fn noise(
    key: &[u8],
    prologue: &[u8],
    build: impl FnOnce(Builder<'_>) -> Result<snow::HandshakeState, snow::Error>,
) -> Result<snow::HandshakeState, ChannelError> {
    let key = key.try_into().map_err(|_| ChannelError::Garbage)?;
    let params = NOISE.parse().expect("it is a pattern of the Noise specification");
    Ok(build(Builder::new(params).psk(0, &key)?.prologue(prologue)?)?)
}

impl<R, W> Channel<R, W> {
    fn new(read: R, write: W, state: StatelessTransportState) -> Channel<R, W> {
        let state = Arc::new(state);
        Channel {
            reader: ChannelReader {
                read,
                state: state.clone(),
                number: 0,
                pending: Vec::new(),
                begun: None,
                heard: Instant::now(),
            },
            writer: ChannelWriter { write, state, number: 0 },
        }
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Channel<R, W> {
    /// Closes after the last message has reached the other side: a socket that is closed with unread bytes may take
    /// back what it sent.
    pub(super) async fn close(mut self) {
        let _ = self.writer.write.shutdown().await;
        drain(&mut self.reader.read).await;
    }
}

/// Reads until the other side closes, for a short time.
async fn drain(read: &mut (impl AsyncRead + Unpin)) {
    let rest = async {
        let mut bytes = [0; 4096];
        while read.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
    };
    let _ = timeout(CLOSE_MAX, rest).await;
}

/// The reading end.
pub(super) struct ChannelReader<R> {
    read: R,
    state: Arc<StatelessTransportState>,
    /// The number of the next frame.
    number: u64,
    /// The bytes of an incomplete frame, at most one frame and one read.
    pending: Vec<u8>,
    /// The time of the first of these bytes.
    begun: Option<Instant>,
    /// The time of the last whole frame.
    heard: Instant,
}

impl<R: AsyncRead + Unpin> ChannelReader<R> {
    /// Waits for the next message. Dropping the future loses nothing.
    pub(super) async fn receive<T: DeserializeOwned>(&mut self) -> Result<T, ChannelError> {
        loop {
            if let Some((&[a, b], rest)) = self.pending.split_first_chunk::<2>() {
                let length = usize::from(u16::from_be_bytes([a, b]));
                if length < TAG {
                    return Err(ChannelError::Garbage);
                }
                if let Some(frame) = rest.get(..length) {
                    let mut message = vec![0; length];
                    let read = self.state.read_message(self.number, frame, &mut message)?;
                    self.number += 1;
                    self.pending.drain(..2 + length);
                    self.heard = Instant::now();
                    self.begun = (!self.pending.is_empty()).then_some(self.heard);
                    return serde_json::from_slice(&message[..read]).map_err(|_| ChannelError::Garbage);
                }
            }
            let until = self.begun.map_or(self.heard + SILENCE_MAX, |begun| begun + FRAME_MAX);
            let mut bytes = [0; 4096];
            let count = timeout_at(until, self.read.read(&mut bytes)).await.map_err(|_| ChannelError::Silent)??;
            if count == 0 {
                return Err(ChannelError::Closed);
            }
            self.begun.get_or_insert_with(Instant::now);
            self.pending.extend_from_slice(&bytes[..count]);
        }
    }
}

/// The writing end.
pub(super) struct ChannelWriter<W> {
    write: W,
    state: Arc<StatelessTransportState>,
    /// The number of the next frame.
    number: u64,
}

impl<W: AsyncWrite + Unpin> ChannelWriter<W> {
    /// Sends a message. After an error, or if the future is dropped, the channel is of no use any more.
    pub(super) async fn send(&mut self, message: &impl Serialize) -> Result<(), ChannelError> {
        let message = serde_json::to_vec(message).map_err(|_| ChannelError::Garbage)?;
        if message.len() > MESSAGE_MAX {
            return Err(ChannelError::TooLong);
        }
        let mut frame = vec![0; 2 + message.len() + TAG];
        let length = self.state.write_message(self.number, &message, &mut frame[2..])?;
        self.number += 1;
        let head = u16::try_from(length).map_err(|_| ChannelError::TooLong)?.to_be_bytes();
        frame[..2].copy_from_slice(&head);
        timeout(FRAME_MAX, self.write.write_all(&frame)).await.map_err(|_| ChannelError::Silent)??;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
