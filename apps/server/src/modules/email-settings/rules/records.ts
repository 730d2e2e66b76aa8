import type { EmailAdvice, EmailProvider } from "@homeroom/contract/email-settings";

/** The verdict on a record: the advice, the records found, and a record to publish. */
export interface RecordCheck {
  advice: EmailAdvice;
  found: string;
  proposal: string;
}

interface ProviderRecords {
  /** The domain that the SPF record must include. */
  readonly include: string;
  /** The names under which the provider publishes its DKIM keys, if they are the same for every customer. */
  readonly selectors: readonly string[];
}

const providerRecords: Readonly<Record<EmailProvider, ProviderRecords>> = {
  gmail: { include: "_spf.google.com", selectors: ["google"] },
  microsoft365: { include: "spf.protection.outlook.com", selectors: ["selector1", "selector2"] },
  ses: { include: "amazonses.com", selectors: [] },
  sendgrid: { include: "sendgrid.net", selectors: ["s1", "s2"] },
  mailgun: { include: "mailgun.org", selectors: ["smtp", "mta", "k1", "pic", "mx"] },
  brevo: { include: "spf.brevo.com", selectors: ["mail", "brevo1", "brevo2"] },
  other: { include: "", selectors: [] },
};

/** The domain that SPF must include for a provider; empty if unknown. */
export function spfInclude(provider: EmailProvider): string {
  return providerRecords[provider].include;
}

/** The usual DKIM selectors of a provider. */
export function selectorsOf(provider: EmailProvider): readonly string[] {
  return providerRecords[provider].selectors;
}

/** Judges a domain's TXT records for SPF (RFC 7208). `texts` is null if DNS did not answer. */
export function checkSpf(texts: readonly string[] | null, include: string): RecordCheck {
  if (!texts) return { advice: "unknown", found: "", proposal: "" };
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [record] = records;
  if (record === undefined)
    return { advice: "missing", found: "", proposal: include ? `v=spf1 include:${include} ~all` : "" };
  if (records.length > 1) return { advice: "several", found: records.join("\n"), proposal: "" };
  const terms = record.toLowerCase().split(/\s+/);
  if (terms.includes("all") || terms.includes("+all"))
    return { advice: "open", found: record, proposal: record.replace(/\s\+?all\b/i, " ~all") };
  if (include && !terms.some((term) => /^[+]?include:/.test(term) && term.endsWith(`:${include}`)))
    return {
      advice: "providerMissing",
      found: record,
      proposal: record.replace(/^v=spf1/i, `v=spf1 include:${include}`),
    };
  return { advice: "good", found: record, proposal: "" };
}

/** Judges the records of DKIM keys (RFC 6376); null if DNS did not answer. */
export function checkDkim(answers: readonly (readonly string[] | null)[]): RecordCheck {
  // An empty p= means a revoked key.
  const key = answers.flatMap((texts) => texts ?? []).find((text) => /(^|;)\s*p=[^;\s]/i.test(text));
  if (key !== undefined) return { advice: "good", found: key, proposal: "" };
  const isUnknown = answers.length > 0 && answers.every((texts) => texts === null);
  return { advice: isUnknown ? "unknown" : "uncertain", found: "", proposal: "" };
}

/** Judges the records at `_dmarc` (RFC 7489); null if DNS did not answer. */
export function checkDmarc(texts: readonly string[] | null): RecordCheck {
  if (!texts) return { advice: "unknown", found: "", proposal: "" };
  const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
  const [record] = records;
  const proposal = "v=DMARC1; p=none";
  if (record === undefined) return { advice: "missing", found: "", proposal };
  if (records.length > 1) return { advice: "several", found: records.join("\n"), proposal: "" };
  const isValid = /(^|;)\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(record);
  return isValid ? { advice: "good", found: record, proposal: "" } : { advice: "invalid", found: record, proposal };
}
