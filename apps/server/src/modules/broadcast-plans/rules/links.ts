import { timingSafeEqual } from "node:crypto";
import { webAddress } from "@homeroom/contract/web-address";
import type { Settings } from "#platform/config/settings";
import type { SecretBox } from "#platform/secrets/secret-box";

export const linkPath = "/l";

/** A link of a plan in one recipient's message. */
export interface TrackedLink {
  /** `link_number` of the plan. */
  readonly plan: number;
  readonly recipient: number;
  /** Which of the plan's links. */
  readonly place: number;
}

const purpose = "broadcast-link";
/** Length of the signature in characters: 48 bits. */
const signed = 8;

/** The code of a link. Nothing is stored for it: it contains its meaning, and is signed. */
export function linkCode(secrets: SecretBox, { plan, recipient, place }: TrackedLink): string {
  const words = [plan, recipient, place].map((one) => one.toString(36)).join("-");
  return `${words}-${secrets.sign(purpose, words).slice(0, signed)}`;
}

/** The meaning of a code; null if it is not ours. */
export function readLinkCode(secrets: SecretBox, code: string): TrackedLink | null {
  const [plan, recipient, place] = (/^([\da-z]{1,10})-([\da-z]{1,10})-([\da-z]{1,2})-/.exec(code) ?? [])
    .slice(1)
    .map((word) => Number.parseInt(word, 36));
  if (plan === undefined || recipient === undefined || place === undefined) return null;
  const link = { plan, recipient, place };
  const [wanted, given] = [Buffer.from(linkCode(secrets, link)), Buffer.from(code)];
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? link : null;
}

/** The address in a recipient's message. */
export function linkAddress(
  { settings, secrets }: { settings: Settings; secrets: SecretBox },
  link: TrackedLink,
): string {
  const { PUBLIC_URL, HOST, PORT } = settings;
  return new URL(`${linkPath}/${linkCode(secrets, link)}`, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
}

/** The web addresses in texts, each once, in order. */
export function linksIn(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(webAddress)].map(([address]) => address)))];
}

/** Replaces addresses in a text with the plan's links. */
export function withLinks(text: string, links: readonly string[], addressOf: (place: number) => string): string {
  return text.replace(webAddress, (address) => {
    const place = links.indexOf(address);
    return place < 0 ? address : addressOf(place);
  });
}

const programs =
  /bot\b|crawl|spider|preview|scan|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|discord|twitter|linkedin|skype|line-poker|embedly|proofpoint|mimecast|barracuda|safelinks|headless|phantom|python|curl|wget|java\/|go-http|okhttp|axios|node-fetch|libwww|httpclient/i;

/** Whether a person opened a link, as far as the request shows. Programs that pose as browsers are counted. */
export function isOpenedByPerson({
  method,
  headers,
}: {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}): boolean {
  const agent = String(headers["user-agent"] ?? "");
  const why = `${String(headers["sec-purpose"] ?? "")} ${String(headers["purpose"] ?? "")} ${String(headers["x-purpose"] ?? "")} ${String(headers["x-moz"] ?? "")}`;
  if (method !== "GET" || /prefetch|preview|prerender/i.test(why)) return false;
  return /mozilla/i.test(agent) && !programs.test(agent);
}
