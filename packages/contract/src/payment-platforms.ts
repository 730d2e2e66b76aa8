import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** The ways in which an organisation can be paid, in the order in which customers see them. */
export const paymentProviders = ["paypal", "shopline", "ecpay", "bankTransfer", "fps"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

/** The platforms' own names; empty where the centre enters its own bank or account. */
export const platformNames: Readonly<Record<PaymentProvider, string>> = {
  paypal: "PayPal",
  shopline: "SHOPLINE Payments",
  ecpay: "ECPay",
  bankTransfer: "",
  fps: "FPS",
};

/** The specification's kinds: `shop` is a platform with a shop ID, an API key and a signature key. */
export const platformPayTypes = ["paypal", "shop", "bankTransfer", "fps"] as const;
export type PlatformPayType = (typeof platformPayTypes)[number];

/** An organisation uses one of these at a time. */
export const shopProviders = ["shopline", "ecpay"] as const satisfies readonly PaymentProvider[];
export type ShopProvider = (typeof shopProviders)[number];

/** The specification's kind of a platform. */
export function payTypeOf(provider: PaymentProvider): PlatformPayType {
  return provider === "shopline" || provider === "ecpay" ? "shop" : provider;
}

interface PlatformField {
  readonly name: PlatformFieldName;
  /** Write-only: never returned, and kept if a form leaves it out. */
  readonly secret?: true;
  readonly optional?: true;
  /** Several lines. */
  readonly long?: true;
}

/** The fields of each platform, in the order of its form. */
export const platformFields: Readonly<Record<PaymentProvider, readonly PlatformField[]>> = {
  paypal: [{ name: "email" }, { name: "clientID" }, { name: "clientSecret", secret: true }, { name: "webhookID" }],
  shopline: [{ name: "shopID" }, { name: "apiKey", secret: true }, { name: "signKey", secret: true }],
  ecpay: [{ name: "shopID" }, { name: "apiKey", secret: true }, { name: "signKey", secret: true }],
  bankTransfer: [
    { name: "bankName" },
    { name: "bankCode", optional: true },
    { name: "accountName" },
    { name: "accountNumber" },
    { name: "instructions", optional: true, long: true },
  ],
  fps: [{ name: "fpsID" }, { name: "payeeName" }, { name: "bankCode", optional: true }],
};

/** Goes into a header or an address unescaped. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]*$/, "FIELD_INVALID")
  .max(255)
  .optional();
const words = (max: number) => z.string().trim().max(max).optional();

/** An FPS ID of 7 to 9 digits, a Hong Kong phone, or an e-mail: the Faster Payment System identifies a payee by it. */
const fpsID = /^(\d{7,9}|\+852-[2-9]\d{7}|(?=.{3,34}$)[^\s@]+@[^\s@]+\.[^\s@]+)$/;

const fields = {
  email: z.union([z.literal(""), z.email("FIELD_INVALID")]).optional(),
  clientID: key,
  clientSecret: key,
  webhookID: key,
  shopID: key,
  apiKey: key,
  signKey: key,
  bankName: words(100),
  /** Three digits: the clearing code in Hong Kong, the bank's in Taiwan. */
  bankCode: z
    .string()
    .trim()
    .regex(/^(\d{3})?$/, "FIELD_INVALID")
    .optional(),
  accountName: words(100),
  accountNumber: z
    .string()
    .trim()
    .regex(/^[\d -]*$/, "FIELD_INVALID")
    .max(40)
    .optional(),
  instructions: words(500),
  fpsID: z.union([z.literal(""), z.string().trim().regex(fpsID, "FIELD_INVALID")]).optional(),
  /** In the QR code: banks read 25 letters of ASCII. */
  payeeName: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]*$/, "FIELD_INVALID")
    .max(25)
    .optional(),
};
export type PlatformFieldName = keyof typeof fields;

const PlatformForm = z
  .object({
    payType: z.enum(platformPayTypes),
    /** Which platform `shop` means; SHOPLINE Payments by default. */
    provider: z.enum(shopProviders).optional(),
    recordID: RecordId.optional(),
    /** Left out: the saved values are replaced whatever their version. */
    version: z.number().int().min(0).optional(),
    ...fields,
  })
  .superRefine((form, context) => {
    for (const { name, secret, optional } of platformFields[providerOf(form)]) {
      if (!secret && !optional && !form[name])
        context.addIssue({ code: "custom", message: "FIELD_INVALID", path: [name] });
    }
  });
export type PlatformForm = z.infer<typeof PlatformForm>;

/** The platform that a form or a question is about. */
export function providerOf({ payType, provider }: PlatformChoice): PaymentProvider {
  return payType === "shop" ? (provider ?? "shopline") : payType;
}

interface PlatformChoice {
  payType: PlatformPayType;
  provider?: ShopProvider | undefined;
}

const MaskedSecret = z.object({ hasValue: z.boolean(), last4: z.string().max(4) });

const shown = z.string().optional();
const masked = MaskedSecret.optional();

/** Each field of the platform, under its own name. */
const ownFields = {
  ...{ email: shown, clientID: shown, clientSecret: masked, webhookID: shown },
  ...{ shopID: shown, apiKey: masked, signKey: masked },
  ...{ bankName: shown, bankCode: shown, accountName: shown, accountNumber: shown, instructions: shown },
  ...{ fpsID: shown, payeeName: shown },
} satisfies Record<PlatformFieldName, z.ZodType>;

const PaymentPlatform = z.object({
  ...ownFields,
  /** Null while nothing is saved. */
  recordID: RecordId.nullable(),
  payType: z.enum(platformPayTypes),
  provider: z.enum(paymentProviders),
  /** 0 off, 1 on. */
  status: z.number().int().min(0).max(1),
  /** The fields that may be shown, by name, and the secrets. Both are also at the top level, under their own names. */
  fields: z.record(z.string(), z.string()),
  secrets: z.record(z.string(), MaskedSecret),
  /** Where the platform sends its notices; empty if it sends none. */
  notifyURL: z.string(),
  /** When the platform last accepted these. */
  verifiedAt: z.string().nullable(),
  version: z.number().int(),
});
export type PaymentPlatform = z.infer<typeof PaymentPlatform>;

const failures = ["SETTING_NOT_VERIFIED", "PAYMENT_PLATFORM_FAILED", "TOO_MANY_REQUESTS"] as const;

export const paymentPlatforms = {
  setting: endpoint("GET /api_users/Member/PaymentSetting", {
    summary: "The settings of a payment platform, without its secrets. Of the two shops, the one in use.",
    access: "org:pay:query",
    request: z.object({ payType: z.enum(platformPayTypes) }),
    response: PaymentPlatform,
  }),
  list: endpoint("GET /api_users/Member/PaymentPlatforms", {
    summary: "Every payment platform, set up or not, without secrets.",
    access: "org:pay:query",
    request: z.object({}),
    response: z.object({ list: z.array(PaymentPlatform) }),
  }),
  save: endpoint("POST /api_users/Member/UpdatePaymentSetting", {
    summary:
      "Saves the settings of a payment platform once the platform has accepted them. Omitted secrets stay unchanged.",
    access: "org:pay:edit",
    alsoNamed: { accountEmail: "email", signatureKey: "signKey" },
    request: PlatformForm,
    response: z.object({ recordID: RecordId }),
    errors: [...failures, "STALE_DATA"],
  }),
  setStatus: endpoint("GET /api_users/Member/UpdatePaymentStatus", {
    summary: "Starts or stops offering a payment platform to customers. Starting one shop stops the other.",
    access: "org:pay:status",
    request: z.object({
      payType: z.enum(platformPayTypes),
      status: z.number().int().min(0).max(1),
      recordID: RecordId,
    }),
    response: z.null(),
  }),
};
