import {
  type PaymentProvider,
  type PlatformFieldName,
  type PlatformForm,
  platformFields,
} from "@homeroom/contract/payment-platforms";
import { refuseFaults } from "#platform/errors/refuse-faults";

export interface PlatformSetting {
  fields: Record<string, string>;
  secrets: Record<string, string>;
}

/** What a form sets a platform up with: what it leaves out stays, secrets that are empty too. Throws FIELD_INVALID where one is missing. */
export function readForm(provider: PaymentProvider, form: PlatformForm, saved: PlatformSetting): PlatformSetting {
  const setting: PlatformSetting = { fields: {}, secrets: {} };
  const missing: PlatformFieldName[] = [];
  for (const { name, secret } of platformFields[provider]) {
    if (!secret) setting.fields[name] = form[name] ?? saved.fields[name] ?? "";
    else {
      const value = form[name] || saved.secrets[name];
      if (value) setting.secrets[name] = value;
      else missing.push(name);
    }
  }
  refuseFaults(missing.map((field) => ({ field, name: "FIELD_INVALID" as const })));
  return setting;
}
