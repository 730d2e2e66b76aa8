import type { TestedField } from "@homeroom/contract/channels";
import type { Settings } from "#platform/config/settings";
import type { WhatsappValues } from "./port.ts";

/** Where we are reached, for the addresses that providers are told: as the operator says, else as we were asked. */
export function ownAddressOf(settings: Pick<Settings, "PUBLIC_URL" | "HOST">, host: string | undefined): string {
  const asked = `http://${host ?? ""}`;
  return settings.PUBLIC_URL ?? (URL.canParse(asked) ? asked : `http://${settings.HOST}`);
}

/** Stops that end once a token is in place that passes its test. */
export const stopsOfToken: readonly string[] = ["tokenMissing", "tokenExpired", "permissionMissing"];

interface Kept {
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  externalId: string;
}

/** The values to be tested: those given, and for those that were left out what is kept. */
export function valuesToTest(given: Readonly<Record<TestedField, string>>, kept: Kept | null): WhatsappValues {
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

/** Facts of a number as the channel's settings keep them. */
export function factsToKeep(
  facts: { displayPhone: string; verifiedName: string; quality: string; limit: string },
  now: Date,
): Record<string, string> {
  const { displayPhone, verifiedName, quality, limit } = facts;
  return { displayPhoneNumber: displayPhone, verifiedName, quality, limit, checkedAt: now.toISOString() };
}

/** A number's digits: WhatsApp writes the same number in several ways. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, "");
}
