//! The connections of a class, each with a bounded queue: a guest that reads slowly delays nobody.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::network::channel::ChannelError;
use crate::network::door::TcpChannel;
use crate::network::event::MessageBudget;
use crate::network::message::TableMessage;

/// Messages that wait for a guest. One that takes none for so long is lost.
const OUTBOX_MAX: usize = 128;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectionRole {
    /// It has not said yet.
    New {
        since: Instant,
    },
    Guest(usize),
    Spectator,
}

/// A message of a connection, by number; an error is its last one.
pub(super) type FromConnection = (u64, Result<TableMessage, ChannelError>);

struct Connection {
    /// Messages to the guest. Dropping it closes the connection once they are sent.
    outbox: mpsc::Sender<TableMessage>,
    role: ConnectionRole,
}

pub(super) struct Connections {
    open: HashMap<u64, Connection>,
    /// The number of the latest connection.
    latest: u64,
    carriers: JoinSet<()>,
    inbox: mpsc::Sender<FromConnection>,
    /// Connections that took no more messages.
    stuck: Vec<u64>,
}

impl Connections {
    /// Makes the connections whose messages arrive in `inbox`.
    pub(super) fn new(inbox: mpsc::Sender<FromConnection>) -> Connections {
        Connections { open: HashMap::new(), latest: 0, carriers: JoinSet::new(), inbox, stuck: Vec::new() }
    }

    /// Takes a connection, unless `new_max` have not said yet what they are for.
    pub(super) fn connect(&mut self, channel: TcpChannel, new_max: usize) {
        let is_new = |connection: &&Connection| matches!(connection.role, ConnectionRole::New { .. });
        if self.open.values().filter(is_new).count() >= new_max {
            return;
        }
        self.latest += 1;
        let (outbox, posted) = mpsc::channel(OUTBOX_MAX);
        let role = ConnectionRole::New { since: Instant::now() };
        self.open.insert(self.latest, Connection { outbox, role });
        self.carriers.spawn(carry(self.latest, channel, posted, self.inbox.clone()));
    }

    pub(super) fn role(&self, id: u64) -> Option<ConnectionRole> {
        self.open.get(&id).map(|connection| connection.role)
    }

    pub(super) fn set_role(&mut self, id: u64, role: ConnectionRole) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.role = role;
        }
    }

    pub(super) fn roles(&self) -> Vec<(u64, ConnectionRole)> {
        self.open.iter().map(|(id, connection)| (*id, connection.role)).collect()
    }

    pub(super) fn spectators(&self) -> impl Iterator<Item = u64> {
        let watches = |(_, connection): &(&u64, &Connection)| connection.role == ConnectionRole::Spectator;
        self.open.iter().filter(watches).map(|(id, _)| *id)
    }

    /// Sends a message. A connection that takes none any more is stuck.
    pub(super) fn post(&mut self, id: u64, message: TableMessage) {
        let Some(connection) = self.open.get(&id) else { return };
        if connection.outbox.try_send(message).is_err() {
            self.stuck.push(id);
        }
    }

    /// Returns a connection that is stuck, each once.
    pub(super) fn take_stuck(&mut self) -> Option<u64> {
        self.stuck.pop()
    }

    /// Closes a connection once its messages are sent.
    pub(super) fn close(&mut self, id: u64) -> Option<ConnectionRole> {
        self.open.remove(&id).map(|connection| connection.role)
    }

    /// Forgets the tasks that have ended.
    pub(super) fn tidy(&mut self) {
        while self.carriers.try_join_next().is_some() {}
    }

    /// Closes all connections, and waits until the last messages are sent. A guest that gets no goodbye tries to come back.
    pub(super) async fn close_all(mut self, says_goodbye: bool, wait_max: Duration) {
        for (id, _) in self.roles() {
            if says_goodbye {
                self.post(id, TableMessage::Leave);
            }
        }
        self.open.clear();
        let mut carriers = self.carriers;
        let _ = timeout(wait_max, async { while carriers.join_next().await.is_some() {} }).await;
    }
}

/// Carries messages both ways until the connection ends.
async fn carry(
    id: u64,
    mut channel: TcpChannel,
    mut outbox: mpsc::Receiver<TableMessage>,
    inbox: mpsc::Sender<FromConnection>,
) {
    let mut budget = MessageBudget::new();
    loop {
        let received = tokio::select! {
            message = channel.reader.receive::<TableMessage>() => match message {
                Ok(message) if !message.is_sound() || !budget.take() => Err(ChannelError::Garbage),
                other => other,
            },
            message = outbox.recv() => match message {
                None => return channel.close().await,
                Some(message) => match channel.writer.send(&message).await {
                    Ok(()) => continue,
                    Err(error) => Err(error),
                },
            },
        };
        let is_end = received.is_err();
        let is_over = inbox.send((id, received)).await.is_err();
        if is_end {
            return;
        }
        if is_over {
            // The class has ended; what is left to send says so.
            while let Some(message) = outbox.recv().await {
                if channel.writer.send(&message).await.is_err() {
                    return;
                }
            }
            return channel.close().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::channel::Secret;
    use crate::network::door::{Admits, AtDoor, Door, knock};
    use crate::reactor::Reactor;

    #[test]
    fn the_end_of_a_class_reaches_a_guest_whose_message_nobody_takes_any_more() {
        Reactor::start().block_on(async {
            let code = Secret::Code("1".to_owned());
            let mut door = Door::open(0, Admits::Many).await.expect("the system has a port");
            door.admit([code.clone()]);
            let address = format!("127.0.0.1:{}", door.port());
            let (guest, AtDoor::Guest(channel)) = tokio::join!(knock(&address, &code), door.next()) else {
                panic!("the code is right")
            };
            let (inbox, arriving) = mpsc::channel(1);
            let mut connections = Connections::new(inbox);
            connections.connect(*channel, 1);
            drop(arriving);
            let mut guest = guest.unwrap_or_else(|error| panic!("{error}"));
            guest.writer.send(&TableMessage::Pong { at_ms: 1 }).await.expect("the class is still there");
            tokio::time::sleep(Duration::from_millis(100)).await;
            let ends = connections.close_all(true, Duration::from_secs(3));
            let heard = async move { guest.reader.receive::<TableMessage>().await };
            assert!(matches!(tokio::join!(heard, ends).0, Ok(TableMessage::Leave)));
        });
    }
}
