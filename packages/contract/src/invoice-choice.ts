import { z } from "zod";

/**
 * Where an e-invoice of Taiwan (電子發票) goes: kept for the buyer by ECPay, by a phone barcode or a citizen certificate,
 * given to a charity, or made out to a company.
 */
export const invoiceChoiceKinds = ["member", "mobileBarcode", "certificate", "donation", "company"] as const;
export type InvoiceChoiceKind = (typeof invoiceChoiceKinds)[number];

const weights = [1, 2, 1, 2, 1, 2, 4, 1];

/**
 * Whether eight digits are a company's number (統一編號): the digits of the weighted digits add up to a multiple of five. A
 * seventh digit of 7 weighs 28, whose digits add up to 10, which counts as 1 or 0.
 */
export function isCompanyNumber(number: string): boolean {
  if (!/^\d{8}$/.test(number)) return false;
  const sum = [...number].reduce((all, digit, place) => {
    const weighed = Number(digit) * (weights[place] ?? 0);
    return all + Math.floor(weighed / 10) + (weighed % 10);
  }, 0);
  return sum % 5 === 0 || (number[6] === "7" && (sum + 1) % 5 === 0);
}

const text = (max: number) => z.string().trim().max(max).default("");

const shapes: Partial<Record<InvoiceChoiceKind, { field: "carrier" | "loveCode" | "companyNumber"; fits: RegExp }>> = {
  mobileBarcode: { field: "carrier", fits: /^\/[0-9A-Z+\-.]{7}$/ },
  certificate: { field: "carrier", fits: /^[A-Z]{2}\d{14}$/ },
  donation: { field: "loveCode", fits: /^\d{3,7}$/ },
};

export const InvoiceChoice = z
  .object({
    kind: z.enum(invoiceChoiceKinds),
    /** The phone barcode, or the number of the certificate. */
    carrier: text(16),
    /** The charity's code (愛心碼). */
    loveCode: text(7),
    companyNumber: text(8),
    companyName: text(60),
    /** Where ECPay sends it; empty: to the lead's address or phone. */
    email: z.union([z.literal(""), z.email().max(80)]).default(""),
  })
  .superRefine((choice, context) => {
    const fault = (field: string) => context.addIssue({ code: "custom", message: "FIELD_INVALID", path: [field] });
    const shape = shapes[choice.kind];
    if (shape && !shape.fits.test(choice[shape.field])) fault(shape.field);
    if (choice.kind !== "company") return;
    if (!isCompanyNumber(choice.companyNumber)) fault("companyNumber");
    if (choice.companyName === "") fault("companyName");
  });
export type InvoiceChoice = z.infer<typeof InvoiceChoice>;
