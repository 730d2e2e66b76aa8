import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/**
 * The kinds of receipt: a plain one; the formal one that Hong Kong's law requires of registered schools with courses outside
 * the formal curriculum (Cap. 279F, schedule 1, part 2); or a plain one plus Taiwan's e-invoice, which ECPay issues.
 */
export const receiptFormKinds = ["receipt", "hkSchool", "twInvoice"] as const;
export type ReceiptFormKind = (typeof receiptFormKinds)[number];

/** The tax on sales: business tax, or none for education that the law exempts. */
export const taxTypes = ["taxable", "exempt"] as const;
export type TaxType = (typeof taxTypes)[number];

const text = (max: number) => z.string().trim().max(max);

const settingFields = {
  kind: z.enum(receiptFormKinds),
  /** As they are registered. */
  schoolName: text(200),
  schoolNumber: text(50),
  venue: text(300),
  supervisor: text(100),
  /** The organisation's merchant number for ECPay's invoices, which differs from that for payments. */
  merchantID: z.union([
    z.literal(""),
    z
      .string()
      .trim()
      .regex(/^\d{4,10}$/),
  ]),
  taxType: z.enum(taxTypes),
};

/** Empty: as saved before. */
const key = z.union([z.literal(""), z.string().trim().length(16)]).default("");

const neededFields = {
  receipt: [],
  hkSchool: ["schoolName", "venue", "supervisor"],
  twInvoice: ["merchantID"],
} as const satisfies Record<ReceiptFormKind, readonly (keyof typeof settingFields)[]>;

const ReceiptSettingForm = z
  .object({ ...settingFields, hashKey: key, hashIV: key, version: z.number().int().min(0) })
  .superRefine((form, context) => {
    for (const field of neededFields[form.kind])
      if (form[field] === "") context.addIssue({ code: "custom", message: "FIELD_INVALID", path: [field] });
  });
export type ReceiptSettingForm = z.infer<typeof ReceiptSettingForm>;

const ReceiptSetting = z.object({
  ...settingFields,
  /** The keys of e-invoices are saved; they are never shown. */
  hasKeys: z.boolean(),
  version: z.number().int(),
});
export type ReceiptSetting = z.infer<typeof ReceiptSetting>;

export const receiptSettings = {
  read: endpoint("GET /api_users/Member/ReceiptSetting", {
    summary: "The kind of receipt that the organisation issues, and the details on a formal one.",
    access: "org:pay:query",
    request: z.object({}),
    response: ReceiptSetting,
  }),
  save: endpoint("POST /api_users/Member/UpdateReceiptSetting", {
    summary:
      "Chooses the kind of receipt. Issued receipts stay unchanged; an account for e-invoices is tested first. Saving the same values changes nothing.",
    access: "org:pay:edit",
    request: ReceiptSettingForm,
    response: z.null(),
    errors: ["STALE_DATA", "SETTING_NOT_VERIFIED", "PAYMENT_PLATFORM_FAILED", "TOO_MANY_REQUESTS"],
  }),
};
