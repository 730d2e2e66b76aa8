import { Resolver } from "node:dns/promises";
import type { EmailDomain } from "@homeroom/contract/email-settings";
import { asRecord } from "#platform/calls/read-json";
import type { TextLookup } from "../port.ts";
import { checkDkim, checkDmarc, checkSpf, selectorsOf, spfInclude } from "../rules/records.ts";
import type { StoredSetting } from "./settings.ts";

/** The DNS records of a sender's domain, and what should be changed. */
export async function checkDomainRecords(
  lookUp: TextLookup,
  { provider, sender }: Pick<StoredSetting, "provider" | "sender">,
): Promise<EmailDomain> {
  const domain = sender.slice(sender.lastIndexOf("@") + 1).toLowerCase();
  const ask = (name: string) => lookUp(name).catch(() => null);
  const keyNames = selectorsOf(provider).map((selector) => `${selector}._domainkey.${domain}`);
  const [spf, dmarc, ...keys] = await Promise.all([ask(domain), ask(`_dmarc.${domain}`), ...keyNames.map(ask)]);
  return {
    domain,
    records: [
      { record: "spf", name: domain, ...checkSpf(spf ?? null, spfInclude(provider)) },
      { record: "dkim", name: keyNames[0] ?? `*._domainkey.${domain}`, ...checkDkim(keys) },
      { record: "dmarc", name: `_dmarc.${domain}`, ...checkDmarc(dmarc ?? null) },
    ],
  };
}

const resolver = new Resolver({ timeout: 3000, tries: 2 });
/** DNS answered that there is no record. */
const nothing = new Set<unknown>(["ENODATA", "ENOTFOUND"]);

/** The TXT records of a name from the machine's own DNS. */
export async function lookUpTexts(name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (nothing.has(asRecord(error)["code"])) return [];
    throw error;
  }
}
