import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";

/** The account of an organisation at ECPay's invoices. */
export interface InvoiceAccount {
  readonly merchantId: string;
  readonly hashKey: string;
  readonly hashIv: string;
}

/** What stands on an invoice or an allowance. Amounts are whole dollars; those of the items add up to `amount`. */
export interface InvoiceSheet {
  readonly amount: number;
  readonly taxType: "taxable" | "exempt";
  readonly items: readonly { readonly name: string; readonly count: number; readonly amount: number }[];
}

/** Who it is made out to. */
export interface InvoiceBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly choice: InvoiceChoice;
}

/** An invoice as ECPay has made it. */
export interface MadeInvoice {
  readonly number: string;
  /** The day in Taipei, yyyy-MM-dd: other calls name an invoice by number and day. */
  readonly day: string;
  readonly isVoid: boolean;
}

/** Who issues the e-invoices of Taiwan. Every call throws InvoiceFailure, and nothing else, when it does not succeed. */
export interface InvoiceIssuer {
  /** Asks whether the account is accepted. */
  check(account: InvoiceAccount): Promise<void>;
  /** Refused when there is one with this number of ours already. */
  issue(
    account: InvoiceAccount,
    of: { relateNumber: string; buyer: InvoiceBuyer; sheet: InvoiceSheet },
  ): Promise<MadeInvoice>;
  /** The invoice with this number of ours; null when there is none. */
  find(account: InvoiceAccount, relateNumber: string): Promise<MadeInvoice | null>;
  /** Takes an amount off an invoice. Answers the number of the allowance. */
  allow(
    account: InvoiceAccount,
    of: { invoice: Pick<MadeInvoice, "number" | "day">; sheet: InvoiceSheet; buyer: InvoiceBuyer },
  ): Promise<string>;
  /** The allowances of an invoice that are in force, by number. */
  allowances(account: InvoiceAccount, invoice: Pick<MadeInvoice, "number" | "day">): Promise<readonly string[]>;
  void(account: InvoiceAccount, of: { invoice: Pick<MadeInvoice, "number" | "day">; reason: string }): Promise<void>;
  voidAllowance(
    account: InvoiceAccount,
    of: { invoice: Pick<MadeInvoice, "number" | "day">; allowance: string; reason: string },
  ): Promise<void>;
}

export type InvoiceFailureReason = "keys" | "refused" | "rateLimited" | "unavailable";

/** Why it was not done. `unsure`: it may have been done all the same. `detail`: the issuer's own words. */
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
