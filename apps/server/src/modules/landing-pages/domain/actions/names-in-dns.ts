import { Resolver } from "node:dns/promises";

/** Answers of DNS that say that a host has no CNAME record. */
const without = new Set(["ENODATA", "ENOTFOUND"]);

/** The CNAME records of a host; null when DNS does not answer. */
export async function namesInDns(host: string): Promise<readonly string[] | null> {
  try {
    return await new Resolver({ timeout: 3000, tries: 2 }).resolveCname(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code && without.has(code) ? [] : null;
  }
}
