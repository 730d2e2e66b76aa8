import { Resolver } from "node:dns/promises";
import { asRecord } from "#platform/calls/read-json";

const resolver = new Resolver({ timeout: 3000, tries: 2 });
/** DNS has answered, and has nothing. */
const nothing = new Set<unknown>(["ENODATA", "ENOTFOUND"]);

/** The texts of a name by the machine's own DNS. */
export async function lookUpTexts(name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (nothing.has(asRecord(error)["code"])) return [];
    throw error;
  }
}
