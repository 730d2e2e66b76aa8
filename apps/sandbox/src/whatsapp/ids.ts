import { createHash, randomBytes } from "node:crypto";

const FROM_BUSINESS = Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 0x12]);
const FROM_CUSTOMER = Buffer.from([0x15, 0x02, 0x00, 0x12, 0x18, 0x14]);

/** A message id like Meta's: the person, the direction and random digits, in base64. */
export function makeMessageId(person: string, direction: "from-business" | "from-customer"): string {
  const who = Buffer.from(person.slice(0, 40));
  const [mark, length] = direction === "from-business" ? [FROM_BUSINESS, 18] : [FROM_CUSTOMER, 20];
  const serial = randomBytes(length / 2)
    .toString("hex")
    .toUpperCase();
  const head = Buffer.from([0x1c, 0x18, who.length]);
  return `wamid.${Buffer.concat([head, who, mark, Buffer.from(serial), Buffer.from([0])]).toString("base64")}`;
}

/** Media and template ids are long numbers; webhooks contain them as JSON numbers, which are exact below 2^53. */
export function makeNumericId(): string {
  const digits = BigInt(`0x${randomBytes(8).toString("hex")}`) % 8_000_000_000_000_000n;
  return String(1_000_000_000_000_000n + digits);
}

/**
 * A business-scoped user id: the country, a full stop, and up to 128 letters and digits. Derived from the number, so that
 * a contact keeps it after a restart.
 */
export function makeBusinessScopedId(phone: string | undefined): string {
  if (phone === undefined) return `TW.${makeNumericId()}`;
  const digest = createHash("sha256").update(phone).digest().readBigUInt64BE();
  return `${countryOf(phone)}.${1_000_000_000_000_000n + (digest % 9_000_000_000_000_000n)}`;
}

const COUNTRY_BY_PREFIX: readonly (readonly [string, string])[] = [
  ["852", "HK"],
  ["853", "MO"],
  ["886", "TW"],
  ["86", "CN"],
  ["65", "SG"],
  ["60", "MY"],
  ["44", "GB"],
  ["1", "US"],
];

function countryOf(phone: string): string {
  return COUNTRY_BY_PREFIX.find(([prefix]) => phone.startsWith(prefix))?.[1] ?? "TW";
}
