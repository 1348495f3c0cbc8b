//! A guest of a class, and its connection.

use std::collections::VecDeque;

use duiyi_core::base::Millis;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::network::channel::ChannelError;
use crate::network::door::TcpChannel;
use crate::network::event::MessageBudget;
use crate::network::hosting::{LAG_MAX, LAGS};
use crate::network::message::{TableAct, TableMessage};

/// A seat, which outlasts the connections of its guest.
pub(super) struct ClassSeat {
    pub(super) name: String,
    /// The guest's own part of the token.
    pub(super) token: String,
    /// The connection, while the guest is here.
    pub(super) connection: Option<u64>,
    /// The boards whose result the guest does not know yet, oldest first. The guest plays at the first one.
    pub(super) due: VecDeque<usize>,
    /// Whether the guest has the game of the first board in its journal.
    pub(super) has_accepted: bool,
    /// Steps of this game that were sent, and those in the guest's journal.
    pub(super) sent: u32,
    pub(super) safe: u32,
    /// A move that came before the opponent had the game in its journal, with the steps that it follows.
    pub(super) early: Option<(u32, TableAct)>,
    lags: VecDeque<u64>,
    pub(super) is_removed: bool,
}

impl ClassSeat {
    pub(super) fn new(name: String, token: String) -> ClassSeat {
        ClassSeat {
            name,
            token,
            connection: None,
            due: VecDeque::new(),
            has_accepted: false,
            sent: 0,
            safe: 0,
            early: None,
            lags: VecDeque::new(),
            is_removed: false,
        }
    }

    /// Returns whether the guest plays at `board`, connected and with the game in its journal.
    pub(super) fn is_at(&self, board: usize) -> bool {
        self.connection.is_some() && self.has_accepted && self.due.front() == Some(&board)
    }

    pub(super) fn measure(&mut self, lag_ms: u64) {
        self.lags.push_front(lag_ms);
        self.lags.truncate(LAGS);
    }

    pub(super) fn lag(&self) -> Millis {
        self.lags.iter().min().map_or(Millis(0), |&lag| Millis(lag).min(LAG_MAX))
    }
}

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

pub(super) struct Connection {
    /// Messages to the guest. Dropping it closes the connection once they are sent.
    pub(super) outbox: mpsc::Sender<TableMessage>,
    pub(super) role: ConnectionRole,
}

/// A message of a connection, by number; an error is its last one.
pub(super) type FromConnection = (u64, Result<TableMessage, ChannelError>);

/// Carries messages both ways until the connection ends. A guest that reads slowly delays nobody else.
pub(super) async fn carry(
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
        if inbox.send((id, received)).await.is_err() || is_end {
            return;
        }
    }
}
