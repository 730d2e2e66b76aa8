import { isIP } from "node:net";
import { isOutside, lookupOutside } from "./outside-address.ts";

/**
 * An IP address of a host that somebody typed in, to be connected to. Rejects with EACCES when the host is not on the
 * internet. Connecting to the answer instead of the name leaves no time for the name to change.
 */
export async function addressOutside(host: string): Promise<string> {
  if (isIP(host) !== 0) {
    if (isOutside(host)) return host;
    throw Object.assign(new Error(`${host} is not on the internet`), { code: "EACCES" });
  }
  return new Promise((resolve, reject) => {
    lookupOutside(host, {}, (error, address) => {
      if (typeof address === "string") resolve(address);
      else reject(error ?? new Error(`${host} has no address`));
    });
  });
}
