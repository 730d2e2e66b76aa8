import { BlockList, isIP } from "node:net";
import type { Texts } from "@homeroom/contract/language";

const internal = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  internal.addSubnet(network, prefix, "ipv4");
}
internal.addAddress("::1", "ipv6");
internal.addSubnet("fc00::", 7, "ipv6");
internal.addSubnet("fe80::", 10, "ipv6");

export const internalNetwork: Texts = { "zh-tw": "內網", "zh-cn": "内网", en: "Internal" };

/** Whether an address belongs to an internal network. */
export function isInternal(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && internal.check(plain, family === 4 ? "ipv4" : "ipv6");
}
