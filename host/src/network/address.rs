//! The address that a host tells its guest: the one of this machine in the network of the room.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

use if_addrs::{IfAddr, Ifv4Addr};

/// How names of networks begin that exist within a machine only: those of containers and virtual machines.
const INNER: [&str; 10] =
    ["docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "vEthernet", "lxc", "VirtualBox", "VMware"];

/// What names of tunnels contain, in small letters. Windows does not call the adapters of WireGuard and Clash tunnels.
const TUNNELS: [&str; 8] = ["wg", "tun", "tap", "vpn", "wireguard", "tailscale", "zerotier", "clash"];

/// The first bits of a network with two addresses at most, which only a tunnel has.
const PAIR_BITS: u8 = 30;

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
    let network = |interface: if_addrs::Interface| {
        let IfAddr::V4(Ifv4Addr { ip, prefixlen, .. }) = interface.addr else { return None };
        let is_tunnel = interface.is_p2p || is_tunnel(&interface.name, ip, prefixlen);
        Some(Network { name: interface.name, ip, is_tunnel })
    };
    found.into_iter().filter_map(network).collect()
}

/// Returns whether a network looks like a tunnel by its name, its address or its number of fixed bits.
fn is_tunnel(name: &str, ip: Ipv4Addr, bits: u8) -> bool {
    let name = name.to_lowercase();
    let is_in_range = match ip.octets() {
        // Tests of network devices (RFC 2544); Clash and its kin take it for their tunnels.
        [198, 18 | 19, ..] => true,
        // Shared address space (RFC 6598); Tailscale takes it.
        [100, second, ..] => second & 0xc0 == 64,
        _ => false,
    };
    is_in_range || bits >= PAIR_BITS || TUNNELS.iter().any(|part| name.contains(part))
}

/// Returns the address of the default route, unless it leads into a tunnel: others in the room do not reach this
/// machine there. Nor is there such a route where a network has no way out, as between two machines with one cable. The
/// last choice is the address in a tunnel.
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
    // Two people may share nothing but a tunnel.
    let tunnel = || networks.iter().find(|network| network.is_tunnel && !network.ip.is_loopback());
    outer.map(|network| network.ip).or(route).or_else(|| tunnel().map(|network| network.ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(name: &str, ip: [u8; 4]) -> Network {
        let ip = Ipv4Addr::from(ip);
        Network { is_tunnel: is_tunnel(name, ip, 24), name: name.to_owned(), ip }
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
    fn a_tunnel_is_known_by_its_name_its_address_or_its_size() {
        for (name, ip, bits, expected) in [
            ("eth0", [192_u8, 168, 1, 5], 24, false),
            ("以太网", [10, 0, 0, 3], 8, false),
            ("Wi-Fi", [172, 16, 3, 4], 29, false),
            ("Ethernet 3", [100, 63, 255, 255], 24, false),
            ("Ethernet 3", [100, 64, 0, 1], 24, true),
            ("Ethernet 3", [100, 127, 255, 255], 10, true),
            ("Ethernet 3", [100, 128, 0, 0], 24, false),
            ("Meta", [198, 17, 255, 255], 24, false),
            ("Meta", [198, 18, 0, 1], 24, true),
            ("Meta", [198, 19, 255, 255], 24, true),
            ("Meta", [198, 20, 0, 0], 24, false),
            ("eth1", [10, 1, 0, 2], 30, true),
            ("eth1", [10, 1, 0, 2], 32, true),
            ("wg0", [10, 8, 0, 2], 24, true),
            ("utun4", [10, 8, 0, 2], 24, true),
            ("OpenVPN TAP-Windows6", [10, 8, 0, 2], 24, true),
            ("OpenVPN Wintun", [10, 8, 0, 2], 24, true),
            ("WireGuard Tunnel", [10, 8, 0, 2], 24, true),
            ("Tailscale", [10, 8, 0, 2], 24, true),
            ("ZeroTier One [8056c2e21c000001]", [10, 147, 17, 3], 24, true),
            ("Clash", [10, 8, 0, 2], 24, true),
        ] {
            assert_eq!(is_tunnel(name, ip.into(), bits), expected, "{name} {ip:?}/{bits}");
        }
    }

    #[test]
    fn the_room_of_a_machine_with_windows_is_not_its_tunnel() {
        let wifi = || network("Wi-Fi", [192, 168, 1, 5]);
        let clash = || network("Meta", [198, 18, 0, 1]);
        let virtual_box = || network("VirtualBox Host-Only Network", [192, 168, 56, 1]);
        let vmware = || network("VMware Network Adapter VMnet8", [192, 168, 48, 1]);
        check(Some([198, 18, 0, 1]), &[virtual_box(), vmware(), clash(), wifi()], Some([192, 168, 1, 5]));
        check(Some([198, 18, 0, 1]), &[virtual_box(), clash()], Some([198, 18, 0, 1]));
        check(None, &[virtual_box(), clash()], Some([198, 18, 0, 1]));
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
