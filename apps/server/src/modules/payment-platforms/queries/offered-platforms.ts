import { type PaymentProvider, paymentProviders } from "@homeroom/contract/payment-platforms";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { PlatformValues } from "../port.ts";
import { platformOf, platformsOf } from "./platforms.ts";

/** A platform that customers are offered; of its secrets, nothing. */
export interface OfferedPlatform {
  provider: PaymentProvider;
  fields: PlatformValues;
}

/** The platforms that an organisation offers, in the order in which customers see them. */
export async function offeredPlatforms(tx: Tx, scope: Scope): Promise<OfferedPlatform[]> {
  const stored = await platformsOf(tx, scope);
  return stored
    .filter(({ status }) => status === 1)
    .map(({ provider, fields }) => ({ provider, fields }))
    .toSorted((one, other) => paymentProviders.indexOf(one.provider) - paymentProviders.indexOf(other.provider));
}

/** All that a platform is set up with, offered or not; undefined when it is not set up. */
export async function valuesOf(
  tx: Tx,
  scope: Scope,
  { provider, secrets }: { provider: PaymentProvider; secrets: SecretBox },
): Promise<PlatformValues | undefined> {
  const stored = await platformOf(tx, scope, provider);
  return stored && { ...stored.fields, ...secrets.open(stored.secrets) };
}
