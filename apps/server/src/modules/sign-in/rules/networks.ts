import { isIPv4, isIPv6 } from "node:net";

/** The origin of a sign-in, stored with the session. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/**
 * The network of an address, as coarse as one household or office: /24 of IPv4, /48 of IPv6. An IPv4 address in IPv6
 * notation is an IPv4 address. A text that is not an address is its own network.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return plain.slice(0, 64);
  const groups = spelledOut(plain).slice(0, 3);
  return `${groups.join(":")}::/48`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function spelledOut(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill("0"), ...after];
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
