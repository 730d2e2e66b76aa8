import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";

/** An organisation's account for ECPay's invoices. */
export interface InvoiceAccount {
  readonly merchantId: string;
  readonly hashKey: string;
  readonly hashIv: string;
}

/** The content of an invoice or an allowance. Amounts are whole dollars; those of the items add up to `amount`. */
export interface InvoiceSheet {
  readonly amount: number;
  readonly taxType: "taxable" | "exempt";
  readonly items: readonly { readonly name: string; readonly count: number; readonly amount: number }[];
}

/** The buyer. */
export interface InvoiceBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly choice: InvoiceChoice;
}

/** An invoice issued by ECPay. */
export interface MadeInvoice {
  readonly number: string;
  /** The day in Taipei, yyyy-MM-dd: other calls identify an invoice by number and day. */
  readonly day: string;
  readonly isVoid: boolean;
}

/** Issues Taiwan's e-invoices. Every failed call throws InvoiceFailure, and nothing else. */
export interface InvoiceIssuer {
  /** Checks whether the account is accepted. */
  check(account: InvoiceAccount): Promise<void>;
  /** Refused if one with our number already exists. */
  issue(
    account: InvoiceAccount,
    of: { relateNumber: string; buyer: InvoiceBuyer; sheet: InvoiceSheet },
  ): Promise<MadeInvoice>;
  /** The invoice with our number; null if there is none. */
  find(account: InvoiceAccount, relateNumber: string): Promise<MadeInvoice | null>;
  /** Takes an amount off an invoice. Returns the number of the allowance. */
  allow(
    account: InvoiceAccount,
    of: { invoice: Pick<MadeInvoice, "number" | "day">; sheet: InvoiceSheet; buyer: InvoiceBuyer },
  ): Promise<string>;
  /** The valid allowances of an invoice, by number. */
  allowances(account: InvoiceAccount, invoice: Pick<MadeInvoice, "number" | "day">): Promise<readonly string[]>;
  void(account: InvoiceAccount, of: { invoice: Pick<MadeInvoice, "number" | "day">; reason: string }): Promise<void>;
  voidAllowance(
    account: InvoiceAccount,
    of: { invoice: Pick<MadeInvoice, "number" | "day">; allowance: string; reason: string },
  ): Promise<void>;
}

export type InvoiceFailureReason = "keys" | "refused" | "rateLimited" | "unavailable";

/** Why it failed. `unsure`: it may have been done anyway. `detail`: the issuer's own message. */
export class InvoiceFailure extends Error {
  override readonly name = "InvoiceFailure";
  readonly reason: InvoiceFailureReason;
  readonly detail: string;
  readonly unsure: boolean;

  constructor(
    reason: InvoiceFailureReason,
    { detail = "", unsure = false, cause }: { detail?: string; unsure?: boolean; cause?: unknown } = {},
  ) {
    super(`The invoice was not made: ${reason} ${detail}`.trim(), { cause });
    this.reason = reason;
    this.detail = detail;
    this.unsure = unsure;
  }
}
