import type { TestedField } from "@homeroom/contract/channels";
import {
  maxWelcomeButtons,
  maxWelcomeSegments,
  type WelcomeButton,
  type WelcomeSegment,
} from "@homeroom/contract/welcome";
import type { WelcomePart } from "#modules/inbox/public";
import type { Settings } from "#platform/config/settings";
import type { NumberFacts, WhatsappValues } from "./port.ts";

/** Our public address, for the addresses given to providers: the operator's setting, else the address of the request. */
export function ownAddressOf(settings: Pick<Settings, "PUBLIC_URL" | "HOST">, host: string | undefined): string {
  const asked = `http://${host ?? ""}`;
  return settings.PUBLIC_URL ?? (URL.canParse(asked) ? asked : `http://${settings.HOST}`);
}

const ownNetwork = /^(127\.|10\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** Whether a provider can call an address: https, and neither this machine nor a private network. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:" || hostname.startsWith("[") || ownNetwork.test(hostname)) return false;
  return hostname.includes(".") && !/\.(local|localhost|internal|lan|test)$/.test(hostname);
}

interface StoredValues {
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  externalId: string;
}

/** The values to test: the given ones, and the stored ones for those left out. */
export function valuesToTest(given: Readonly<Record<TestedField, string>>, kept: StoredValues | null): WhatsappValues {
  const { settings = {}, secrets = {}, externalId = "" } = kept ?? {};
  return {
    appID: given.appID || (settings["appId"] ?? ""),
    phoneNumberID: given.phoneNumberID || externalId,
    businessAccountID: given.businessAccountID || (settings["businessAccountId"] ?? ""),
    catalogueID: given.catalogueID,
    accessToken: given.accessToken || (secrets["accessToken"] ?? ""),
    appSecret: given.appSecret || (secrets["appSecret"] ?? ""),
  };
}

/** Facts about a number as the channel's settings store them. */
export function factsToKeep(
  facts: Pick<NumberFacts, "displayPhone" | "verifiedName" | "limit" | "portfolioId" | "throughput"> & {
    quality: string;
  },
  now: Date,
): Record<string, string> {
  const { displayPhone, verifiedName, quality, limit, portfolioId, throughput } = facts;
  return {
    ...{ displayPhoneNumber: displayPhone, verifiedName, quality, limit, checkedAt: now.toISOString() },
    ...(portfolioId && { portfolioId }),
    ...(throughput && { throughput }),
  };
}

/** A number's digits: WhatsApp writes the same number in several ways. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, "");
}

/** Whether a welcome message has more parts than allowed. */
export function hasTooManyParts(segments: readonly unknown[], buttons: readonly unknown[]): boolean {
  return segments.length > maxWelcomeSegments || buttons.length > maxWelcomeButtons;
}

/** A new automatic welcome is active at once; a manual one once somebody switches it on. */
export function statusAtFirst(mode: "automatic" | "manual"): 0 | 1 {
  return mode === "automatic" ? 1 : 0;
}

/** The longest text that LINE shows above buttons. */
const maxAboveButtonsLength = 160;

/**
 * A welcome message as the messages to send. Its buttons go below the last segment if that is a text short enough,
 * otherwise below a separate sign, as one more message.
 */
export function partsOf(
  segments: readonly WelcomeSegment[],
  buttons: readonly WelcomeButton[],
  fileNames: ReadonlyMap<string, string>,
): WelcomePart[] {
  const parts = segments.map((segment): WelcomePart => {
    if (segment.kind === "text") return { kind: "text", text: segment.text };
    return { kind: "image", fileId: segment.fileID, fileName: fileNames.get(segment.fileID) ?? "" };
  });
  if (buttons.length === 0) return parts;
  const pressed = buttons.map((button) => ({
    label: button.label,
    kind: button.kind,
    value: button.kind === "link" ? button.value : button.label,
  }));
  const last = parts.at(-1);
  if (last?.kind === "text" && last.text.length <= maxAboveButtonsLength)
    return [...parts.slice(0, -1), { kind: "interactive", text: last.text, buttons: pressed }];
  return [...parts, { kind: "interactive", text: "👇", buttons: pressed }];
}
