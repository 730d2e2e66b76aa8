import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";

/**
 * Addresses that are not on the internet: our own machine, its network, and the cloud's own services. Also those that contain
 * an IPv4 address which a gateway connects to instead (NAT64, 6to4, Teredo and older forms): it can be an inside one.
 */
const inside = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  inside.addSubnet(net, prefix, "ipv6");

/** Whether an IP address is on the internet. IPv4 within IPv6 counts as the IPv4 address that it is. */
export function isOutside(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return !inside.check(address, version === 4 ? "ipv4" : "ipv6");
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Looks names up as `node:dns` does, for requests to addresses that people typed in: a name of an inside address is refused with
 * EACCES. The check happens when connecting, so changing the name's address later does not help (DNS rebinding).
 */
export function lookupOutside(name: string, options: LookupOptions, found: LookupCallback): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isOutside(address))) {
      return found(Object.assign(new Error(`${name} is not on the internet`), { code: "EACCES" }), []);
    }
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
}
