import { RecordId } from "@homeroom/contract/ids";
import type { PaymentProvider } from "@homeroom/contract/payment-platforms";
import type { SeedKit, SeedTx } from "./kit.ts";
import { demo, type SeedOrganization } from "./places.ts";

interface SeedPlatform {
  provider: PaymentProvider;
  fields: Record<string, string>;
  secrets: Record<string, string>;
}

/** The platforms in the sandbox; ECPay's keys are those that it publishes for its stage. */
const platforms: readonly SeedPlatform[] = [
  {
    provider: "paypal",
    fields: { email: "pay@demo.homeroom.test", clientID: "demo-paypal-client", webhookID: "1JE4291016473214C" },
    secrets: { clientSecret: "demo-paypal-secret" },
  },
  {
    provider: "ecpay",
    fields: { shopID: "3002607" },
    secrets: { apiKey: "pwFHCqoQZGmho4w6", signKey: "EkRm7iFT261dpevs" },
  },
  {
    provider: "bankTransfer",
    fields: {
      bankName: "玉山銀行",
      bankCode: "808",
      accountNumber: "0118-940-123456",
      instructions: "轉帳後請上傳收據，我們會在一個工作天內確認。",
    },
    secrets: {},
  },
  {
    provider: "fps",
    fields: { fpsID: "6000509", bankCode: "" },
    secrets: {},
  },
];

/** The demo's payment platforms: all are set up and offered. */
export async function writePaymentPlatforms(tx: SeedTx, kit: SeedKit, organization: SeedOrganization): Promise<void> {
  await tx
    .insertInto("payment_platform")
    .values(
      platforms.map(({ provider, fields, secrets }, index) => ({
        organization_id: organization.organizationId,
        platform_id: RecordId.parse(
          `01930000-0000-7000-8000-${organization.seed.toString(16).padStart(8, "0")}b00${index + 1}`,
        ),
        provider,
        status: 1,
        fields: JSON.stringify({ ...fields, ...payeeOf(provider, organization) }),
        secrets: kit.sealSecrets(secrets),
        updated_by: null,
      })),
    )
    .execute();
}

/** The payee: banks use the organisation's name, FPS codes use Latin capitals. */
function payeeOf(provider: string, { name }: SeedOrganization): Record<string, string> {
  if (provider === "bankTransfer") return { accountName: name };
  return provider === "fps" ? { payeeName: name === demo.name ? "MORNING LIGHT EDUCATION" : name.toUpperCase() } : {};
}
