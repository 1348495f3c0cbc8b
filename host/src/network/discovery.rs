//! Tables in this network, found by multicast DNS (RFC 6762 and 6763).
//!
//! A table is announced while it is open and nobody sits there. The announcement has names and the game, and no code: a
//! table is found by everybody and joined by those who know its code.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::game::{GameKind, Setup, SetupCodes};
use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};

use super::address::own_address;
use super::message::tidy_name;

const SERVICE: &str = "_duiyi._tcp.local.";

/// Tables that are listed; anybody can announce any number.
const TABLES_MAX: usize = 100;

/// Changes within this time are one report: any machine can announce and withdraw at any pace.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// The time for sockets to close.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// An announced table. Dropping it takes the announcement back and closes its sockets.
pub(super) struct Announcement {
    daemon: ServiceDaemon,
    full_name: String,
}

impl Announcement {
    /// Announces a table. A machine without a network announces nothing.
    pub(super) fn start(port: u16, name: &str, setup: &Setup) -> Option<Announcement> {
        // Not the name of the machine, which is nobody's business.
        let mut unique = [0; 4];
        getrandom::fill(&mut unique).ok()?;
        let unique = format!("duiyi-{:08x}", u32::from_be_bytes(unique));
        let texts = [("name", name), ("game", setup.kind().code()), ("rule", setup.rule_code())];
        let service = ServiceInfo::new(SERVICE, &unique, &format!("{unique}.local."), "", port, &texts[..]).ok()?;
        let service = service.enable_addr_auto();
        let full_name = service.get_fullname().to_owned();
        let daemon = ServiceDaemon::new().ok()?;
        let registered = daemon.register(service);
        let announcement = Announcement { daemon, full_name };
        registered.ok().map(|()| announcement)
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // Goodbye is a courtesy: an announcement ends by itself after some minutes.
        let _ = self.daemon.unregister(&self.full_name);
        let _ = self.daemon.shutdown();
    }
}

/// A table in this network, as its host announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FoundTable {
    /// The host's name; may be empty.
    pub name: String,
    pub game: GameKind,
    /// The code of the rule; empty for a game with one rule.
    pub rule: &'static str,
    /// Address and port, for [`TableVisit`](super::TableVisit).
    pub address: String,
}

impl FoundTable {
    /// Reads an announcement; `None` if it has no game or address that we know. `own` is an address of this machine.
    fn of(service: &ResolvedService, own: Ipv4Addr) -> Option<FoundTable> {
        let text = |key: &str| service.get_property_val_str(key).unwrap_or_default();
        let codes = SetupCodes { game: text("game"), rule: text("rule"), ..SetupCodes::default() };
        let setup = Setup::read(codes).ok()?;
        // A host with several networks announces an address in each. The nearest has most leading bits of ours.
        let distance = |ip: &Ipv4Addr| u32::from(*ip) ^ u32::from(own);
        let ip = service.get_addresses_v4().into_iter().min_by_key(distance)?;
        let address = SocketAddr::new(ip.into(), service.get_port()).to_string();
        Some(FoundTable { name: tidy_name(text("name")), game: setup.kind(), rule: setup.rule_code(), address })
    }
}

/// Notes what is announced under `name` now; `None` if that is no table. A port is that of one table: what a program that was
/// killed announced there is gone, although nobody took it back.
fn note(found: &mut Vec<(String, FoundTable)>, name: &str, table: Option<FoundTable>) {
    let address = table.as_ref().map(|table| table.address.as_str());
    found.retain(|(known, other)| known != name && Some(other.address.as_str()) != address);
    if let Some(table) = table.filter(|_| found.len() < TABLES_MAX) {
        found.push((name.to_owned(), table));
    }
}

/// Follows the announcements that `next` waits for, until the given moment if there is one, and tells what has changed.
fn watch(next: impl Fn(Option<Instant>) -> Option<ServiceEvent>, mut told: impl FnMut(Vec<FoundTable>)) {
    let own = own_address();
    let mut found: Vec<(String, FoundTable)> = Vec::new();
    while let Some(first) = next(None) {
        let before = found.clone();
        let until = Instant::now() + REPORT_EVERY;
        let mut heard = Some(first);
        while let Some(event) = heard {
            match event {
                ServiceEvent::ServiceResolved(service) => {
                    note(&mut found, &service.fullname, FoundTable::of(&service, own));
                }
                ServiceEvent::ServiceRemoved(_, removed) => found.retain(|(name, _)| *name != removed),
                _ => {}
            }
            heard = if Instant::now() < until { next(Some(until)) } else { None };
        }
        // The order of the list is that of names, so that no table changes its place.
        found.sort_by(|one, other| (&one.1.name, &one.0).cmp(&(&other.1.name, &other.0)));
        if found != before {
            told(found.iter().map(|(_, table)| table.clone()).collect());
        }
    }
}

/// A search for tables. Dropping it ends the search and closes its sockets.
pub struct TableSearch {
    daemon: ServiceDaemon,
}

impl TableSearch {
    /// Begins to look for tables, on a thread. `told` gets all that are there each time this changes.
    ///
    /// # Errors
    /// One sentence, if this machine cannot look.
    pub fn start(told: impl FnMut(Vec<FoundTable>) + Send + 'static) -> Result<TableSearch, String> {
        let failed = |why: &dyn ToString| {
            format!("This machine cannot look for tables ({}); type the address.", why.to_string())
        };
        let daemon = ServiceDaemon::new().map_err(|error| failed(&error))?;
        let search = TableSearch { daemon };
        let events = search.daemon.browse(SERVICE).map_err(|error| failed(&error))?;
        let next = move |until: Option<Instant>| match until {
            Some(until) => events.recv_deadline(until).ok(),
            None => events.recv().ok(),
        };
        let run = move || watch(next, told);
        thread::Builder::new().name("tables".to_owned()).spawn(run).map_err(|error| failed(&error))?;
        Ok(search)
    }
}

impl Drop for TableSearch {
    fn drop(&mut self) {
        if let Ok(closed) = self.daemon.shutdown() {
            let _ = closed.recv_timeout(CLOSE_MAX);
        }
    }
}

/// Returns whether a place is an address, with or without a port, and not the name of a player.
#[must_use]
pub fn is_address(place: &str) -> bool {
    place.contains(':') || place.parse::<Ipv4Addr>().is_ok()
}

/// Looks for tables for `time`, or until `is_wanted` holds for one.
///
/// # Errors
/// One sentence, if this machine cannot look.
pub fn find_tables(time: Duration, is_wanted: impl Fn(&FoundTable) -> bool) -> Result<Vec<FoundTable>, String> {
    let (tell, told) = mpsc::channel();
    let _search = TableSearch::start(move |tables| {
        // Nobody listens once the wanted table is found.
        let _ = tell.send(tables);
    })?;
    let until = Instant::now() + time;
    let mut found = Vec::new();
    while let Ok(tables) = told.recv_timeout(until.saturating_duration_since(Instant::now())) {
        found = tables;
        if found.iter().any(&is_wanted) {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::net::UdpSocket;

    use duiyi_core::xiangqi;

    use super::*;

    fn port() -> u16 {
        40_000 + u16::from_ne_bytes(crate::clock::seed().to_ne_bytes()[..2].try_into().expect("two")) % 20_000
    }

    /// Returns whether this machine hears what it sends to a group; not every machine that tests has such a network.
    fn has_multicast() -> bool {
        let group = Ipv4Addr::new(224, 0, 0, 251);
        let heard = || -> std::io::Result<bool> {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
            socket.join_multicast_v4(&group, &own_address())?;
            socket.set_read_timeout(Some(Duration::from_secs(2)))?;
            socket.send_to(b"?", (group, socket.local_addr()?.port()))?;
            Ok(socket.recv_from(&mut [0; 1]).is_ok())
        };
        let has = !own_address().is_loopback() && heard().unwrap_or(false);
        if !has {
            println!("this machine has no network to announce a table in");
        }
        has
    }

    /// The host of a table is killed and opens it again at the same port, under another name of the service.
    #[test]
    fn a_table_that_is_opened_again_is_listed_once() {
        let table = |port: u16| FoundTable {
            name: "Anna".to_owned(),
            game: GameKind::Xiangqi,
            rule: "asian",
            address: format!("192.168.1.5:{port}"),
        };
        let mut found = Vec::new();
        note(&mut found, "duiyi-1", Some(table(4000)));
        note(&mut found, "duiyi-2", Some(table(5000)));
        note(&mut found, "duiyi-3", Some(table(4000)));
        assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["duiyi-2", "duiyi-3"]);
        note(&mut found, "duiyi-2", None);
        assert_eq!(found, [("duiyi-3".to_owned(), table(4000))]);
        for number in 0..200 {
            note(&mut found, &format!("flood-{number}"), Some(table(6000 + number)));
        }
        assert_eq!(found.len(), TABLES_MAX);
    }

    #[test]
    fn an_announced_table_is_found_until_it_is_taken_back() {
        if !has_multicast() {
            return;
        }
        let port = port();
        let name = format!("Anna {port}");
        let (tell, told) = mpsc::channel();
        let search = TableSearch::start(move |tables| drop(tell.send(tables))).expect("a network");
        let wait = |holds: &dyn Fn(Option<&FoundTable>) -> bool| {
            let until = Instant::now() + Duration::from_secs(20);
            loop {
                let tables = told.recv_timeout(until.saturating_duration_since(Instant::now())).expect("news");
                let ours = tables.into_iter().find(|table| table.name == name);
                if holds(ours.as_ref()) {
                    return ours;
                }
            }
        };
        let setup = Setup::Xiangqi { start: xiangqi::Position::start().under(xiangqi::Rule::Asian) };
        let announcement = Announcement::start(port, &name, &setup).expect("a network");
        let table = wait(&|table| table.is_some()).expect("the table");
        assert_eq!((table.game, table.rule), (GameKind::Xiangqi, "asian"));
        assert!(table.address.ends_with(&format!(":{port}")), "{}", table.address);
        drop(announcement);
        wait(&|table| table.is_none());
        drop(search);
        // The thread has ended, and with it the listener.
        assert_eq!(told.recv_timeout(Duration::from_secs(5)).unwrap_err(), mpsc::RecvTimeoutError::Disconnected);
    }

    /// A club evening.
    #[test]
    fn ten_tables_are_found_each_at_its_port_and_those_taken_back_are_gone() {
        const TABLES: usize = 10;
        if !has_multicast() {
            return;
        }
        let first = port().min(u16::MAX - 100);
        let ours = move |table: &FoundTable| table.name.starts_with(&format!("Club {first} "));
        let (tell, told) = mpsc::channel();
        let search = TableSearch::start(move |tables| drop(tell.send(tables))).expect("a network");
        let wait = |count: usize| {
            let until = Instant::now() + Duration::from_secs(60);
            loop {
                let tables = told.recv_timeout(until.saturating_duration_since(Instant::now())).expect("news");
                let found: Vec<FoundTable> = tables.into_iter().filter(|table| ours(table)).collect();
                if found.len() == count {
                    return found;
                }
            }
        };
        let setup = Setup::Xiangqi { start: xiangqi::Position::start().under(xiangqi::Rule::Asian) };
        let begun = Instant::now();
        let mut announcements: Vec<Announcement> = (0..TABLES as u16)
            .map(|number| {
                let name = format!("Club {first} {number}");
                Announcement::start(first + number, &name, &setup).expect("a network")
            })
            .collect();
        let found = wait(TABLES);
        println!("{TABLES} tables found after {} ms", begun.elapsed().as_millis());
        for (number, table) in found.iter().enumerate() {
            assert_eq!(table.name, format!("Club {first} {number}"));
            assert!(table.address.ends_with(&format!(":{}", first + number as u16)), "{}", table.address);
        }
        announcements.truncate(4);
        assert_eq!(wait(4).last().map(|table| table.name.clone()), Some(format!("Club {first} 3")));
        drop(search);
    }

    /// A machine that announces without end does not fill the queue of the window.
    #[test]
    fn many_changes_are_told_as_few() {
        let service = |number: u16| {
            let texts = [("name", "Eve"), ("game", "xiangqi"), ("rule", "asian")];
            let name = format!("flood-{number}");
            let service = ServiceInfo::new(SERVICE, &name, "eve.local.", "10.0.0.2", 4000 + number, &texts[..]);
            service.expect("a service").as_resolved_service()
        };
        let (send, events) = mpsc::channel();
        for number in 0..1_000 {
            let service = service(number);
            let name = service.fullname.clone();
            send.send(ServiceEvent::ServiceResolved(Box::new(service))).expect("the receiver is open");
            send.send(ServiceEvent::ServiceRemoved(SERVICE.to_owned(), name)).expect("the receiver is open");
        }
        send.send(ServiceEvent::ServiceResolved(Box::new(service(1_000)))).expect("the receiver is open");
        drop(send);
        let next = |until: Option<Instant>| match until {
            Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
            None => events.recv().ok(),
        };
        let mut told = Vec::new();
        watch(next, |tables| told.push(tables));
        assert!((1..20).contains(&told.len()), "{} times", told.len());
        let last: Vec<&str> = told.last().expect("a report").iter().map(|table| table.address.as_str()).collect();
        assert_eq!(last, ["10.0.0.2:5000"]);
    }

    /// Without this macOS refuses both the search and the announcement.
    #[test]
    fn the_bundle_of_macos_names_the_service() {
        let plist = include_str!("../../../src-tauri/macos/Info.plist");
        let service = SERVICE.strip_suffix(".local.").expect("a local service");
        assert!(plist.contains(&format!("<string>{service}</string>")), "{plist}");
    }

    #[test]
    fn what_is_no_table_of_ours_is_not_listed() {
        let read = |game: &str, rule: &str, ips: &str| {
            let texts = [("name", "An\u{202e}na\n"), ("game", game), ("rule", rule)];
            let service = ServiceInfo::new(SERVICE, "one", "one.local.", ips, 4000, &texts[..]).expect("a service");
            FoundTable::of(&service.as_resolved_service(), Ipv4Addr::new(192, 168, 1, 7))
        };
        let table = read("gomoku", "renju", "10.0.0.2,192.168.1.20,172.17.0.1").expect("a table");
        assert_eq!(table.address, "192.168.1.20:4000");
        assert_eq!((table.game, table.rule), (GameKind::Gomoku, "renju"));
        assert_eq!(table.name, "An na");
        assert_eq!(read("chess", "", "10.0.0.2"), None);
        assert_eq!(read("gomoku", "tournament", "10.0.0.2"), None);
        assert_eq!(read("gomoku", "renju", ""), None);
    }
}
