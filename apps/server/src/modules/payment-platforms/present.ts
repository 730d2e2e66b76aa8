import {
  type PaymentPlatform,
  type PaymentProvider,
  type PlatformFieldName,
  payTypeOf,
  platformFields,
  platformNames,
} from "@homeroom/contract/payment-platforms";
import type { Platform } from "#platform/server-module";
import type { StoredPlatform } from "./queries/platforms.ts";
import { notifyAddress } from "./rules/addresses.ts";

/** Four characters of a shorter secret would reveal too much. */
const shortestShown = 12;

/** A platform's settings without secrets; `stored` undefined: not set up. */
export function presentPlatform(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  provider: PaymentProvider,
  stored: StoredPlatform | undefined,
): PaymentPlatform {
  const saved = stored ? secrets.open(stored.secrets) : {};
  const fields = stored?.fields ?? {};
  const masked = platformFields[provider]
    .filter(({ secret }) => secret)
    .map(({ name }) => [name, maskOf(saved[name])] as const);
  const shown = platformFields[provider]
    .filter(({ name, secret }) => !secret && fields[name] !== undefined)
    .map(({ name }) => [name, fields[name]] as const);
  return {
    ...(Object.fromEntries([...shown, ...masked]) as Pick<PaymentPlatform, PlatformFieldName>),
    recordID: stored?.platform_id ?? null,
    payType: payTypeOf(provider),
    provider,
    status: stored?.status ?? 0,
    fields,
    secrets: Object.fromEntries(masked),
    notifyURL: notifyAddress(settings, provider),
    verifiedAt: stored?.verified_at?.toISOString() ?? null,
    version: stored?.version ?? 0,
  };
}

/** A platform's name in the audit log: its own, or the school's bank. */
export function platformName(provider: PaymentProvider, { bankName = "" }: Readonly<Record<string, string>>): string {
  return platformNames[provider] || bankName;
}

function maskOf(secret = ""): { hasValue: boolean; last4: string } {
  return { hasValue: secret !== "", last4: secret.length >= shortestShown ? secret.slice(-4) : "" };
}
