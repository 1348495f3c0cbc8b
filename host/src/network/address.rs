//! The address that a host tells its guest: the one of this machine in the network of the room.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// How names of networks begin that exist within a machine only: those of containers and virtual machines.
const INNER: [&str; 8] = ["docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "vEthernet", "lxc"];

/// A network that this machine is in.
struct Network {
    name: String,
    ip: Ipv4Addr,
    /// Whether it is a tunnel, such as that of a VPN.
    is_tunnel: bool,
}

/// Returns the address of this machine in its network; without a network, the one of the machine itself.
pub(super) fn own_address() -> Ipv4Addr {
    in_the_room(default_route(), &networks()).unwrap_or(Ipv4Addr::LOCALHOST)
}

/// Returns the address from which this machine would reach others far away.
fn default_route() -> Option<Ipv4Addr> {
    // A connected UDP socket sends nothing. The address is one for documentation (RFC 5737).
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr() {
        Ok(SocketAddr::V4(own)) => Some(*own.ip()),
        _ => None,
    }
}

fn networks() -> Vec<Network> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let network = |interface: if_addrs::Interface| match interface.ip() {
        IpAddr::V4(ip) => Some(Network { is_tunnel: interface.is_p2p(), name: interface.name, ip }),
        IpAddr::V6(_) => None,
    };
    found.into_iter().filter_map(network).collect()
}

/// Returns the address of the default route, unless it leads into a tunnel: others in the room do not reach this machine
/// there. Nor is there such a route where a network has no way out, as between two machines with one cable.
fn in_the_room(route: Option<Ipv4Addr>, networks: &[Network]) -> Option<Ipv4Addr> {
    let leads_away = |ip: Ipv4Addr| networks.iter().any(|network| network.ip == ip && network.is_tunnel);
    if let Some(ip) = route.filter(|ip| !leads_away(*ip)) {
        return Some(ip);
    }
    let is_outer = |network: &&Network| {
        !network.is_tunnel && !network.ip.is_loopback() && !INNER.iter().any(|name| network.name.starts_with(name))
    };
    // An address that a machine gave itself is the last choice.
    let outer = networks.iter().filter(is_outer).min_by_key(|network| network.ip.is_link_local());
    outer.map(|network| network.ip).or(route)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(name: &str, ip: [u8; 4]) -> Network {
        let is_tunnel = name.starts_with("tun") || name.starts_with("wg");
        Network { name: name.to_owned(), ip: ip.into(), is_tunnel }
    }

    #[track_caller]
    fn check(route: Option<[u8; 4]>, networks: &[Network], expected: Option<[u8; 4]>) {
        assert_eq!(in_the_room(route.map(Ipv4Addr::from), networks), expected.map(Ipv4Addr::from));
    }

    #[test]
    fn a_tunnel_or_a_network_within_the_machine_is_not_the_room() {
        let lo = || network("lo", [127, 0, 0, 1]);
        let docker = || network("docker0", [172, 17, 0, 1]);
        let wifi = || network("wlan0", [192, 168, 1, 5]);
        let tunnel = || network("tun0", [10, 8, 0, 2]);
        check(Some([192, 168, 1, 5]), &[lo(), docker(), wifi()], Some([192, 168, 1, 5]));
        check(Some([10, 8, 0, 2]), &[lo(), docker(), tunnel(), wifi()], Some([192, 168, 1, 5]));
        // The only way to others, but it is one.
        check(Some([10, 8, 0, 2]), &[lo(), docker(), tunnel()], Some([10, 8, 0, 2]));
        // A default route through a network whose name says nothing is taken as it is.
        check(Some([172, 17, 0, 1]), &[lo(), docker(), wifi()], Some([172, 17, 0, 1]));
    }

    #[test]
    fn a_network_without_a_way_out_has_an_address_all_the_same() {
        let lo = || network("lo", [127, 0, 0, 1]);
        let cable = || network("eth0", [169, 254, 7, 7]);
        check(None, &[lo(), cable()], Some([169, 254, 7, 7]));
        check(None, &[lo(), cable(), network("eth1", [10, 0, 0, 3])], Some([10, 0, 0, 3]));
        check(None, &[lo()], None);
        check(None, &[], None);
    }
}
