import type { CurrencyCode } from "@homeroom/contract/money";
import type { PlatformFieldName } from "@homeroom/contract/payment-platforms";
import type { GatewayProvider, PayNumbers } from "@homeroom/contract/payments";

/** A platform's settings: the fields of its form by name, secrets included. */
export type PlatformValues = Readonly<Partial<Record<PlatformFieldName, string>>>;

/** A payment to request from a customer. */
export interface PaymentRequest {
  /** Our number: 20 letters and digits, globally unique. */
  readonly tradeNumber: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** The title on the platform's page and statements. */
  readonly title: string;
  /** The page to which the customer returns. */
  readonly returnAddress: string;
  /** The address for notices, for platforms that need it with each payment. */
  readonly notifyAddress: string;
  /** The time limit for the customer; null: the platform's own. */
  readonly minutes: number | null;
}

/** The address for the customer's browser, which posts the fields if there are any. */
export interface PaymentStart {
  readonly address: string;
  readonly fields: Readonly<Record<string, string>> | null;
  /** The platform's number of the payment; empty if there is none yet. */
  readonly externalId: string;
}

/** A payment's state at the platform. */
export interface PaymentStanding {
  /** `numbered`: the customer got a number to pay with. Only `paid` means money arrived. */
  readonly state: "waiting" | "numbered" | "paid" | "failed";
  /** The platform's id of the money, the same in every notice and query. Empty unless paid. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly numbers: PayNumbers | null;
  /** The last time at which the customer can pay with that number. */
  readonly payableUntil?: Date | undefined;
  /** The refunds made so far, if the platform reports them. */
  readonly returned?: readonly ReturnedMoney[];
}

/** A raw request, not yet verified. */
export interface RawNotice {
  readonly body: Buffer;
  header(name: string): string;
}

/** The page where a person agrees to future charges, and the platform's id of the agreement. */
export interface CardLink {
  readonly address: string;
  readonly setupId: string;
}

/** A charge to a linked card. */
export interface CardCharge extends Pick<PaymentRequest, "tradeNumber" | "amountMinor" | "currency" | "title"> {
  readonly token: string;
}

/** Cards and accounts stored by a platform, charged without the person. Every call throws PaymentFailure. */
export interface CardVault {
  /** Refusals that prove that nothing was charged, even if an earlier response was lost. */
  readonly finalRefusals: readonly string[];
  begin(
    values: PlatformValues,
    link: { requestId: string; returnAddress: string; cancelAddress: string },
  ): Promise<CardLink>;
  /** Idempotent. Throws `refused` until the person has agreed. `label`: the card's name for people. */
  finish(values: PlatformValues, setupId: string): Promise<{ token: string; label: string }>;
  remove(values: PlatformValues, token: string): Promise<void>;
  /** Idempotent for a trade number, for six hours. Throws `refused` when the platform declines it. */
  charge(values: PlatformValues, charge: CardCharge): Promise<{ externalId: string; standing: PaymentStanding }>;
}

/** A refund to make. */
export interface RefundRequest {
  /** Our number: 32 letters and digits, globally unique. */
  readonly refundNumber: string;
  /** The platform's id of the money that came. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly reason: string;
}

/** A refund's state at the platform. */
export interface RefundStanding {
  /** `working`: the platform will report the outcome later. */
  readonly state: "working" | "done" | "failed";
  /** The platform's number of the refund. */
  readonly externalId: string;
  /** Why it failed, in the platform's words. */
  readonly problem: string;
}

/** A refund made by a platform, requested by us or by somebody else. */
export interface ReturnedMoney {
  /** The platform's number of the refund. */
  readonly externalId: string;
  /** Our number; empty, or another system's, if we did not request it. */
  readonly refundNumber: string;
  /** The platform's id of the money that came. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** The text for the customer. */
  readonly note: string;
}

/** A platform's refunds. Every call throws PaymentFailure. */
export interface RefundDesk {
  /** Refusals that prove that nothing was returned, even if an earlier response was lost. */
  readonly finalRefusals: readonly string[];
  /** Idempotent for a refund number. */
  refund(values: PlatformValues, request: RefundRequest): Promise<RefundStanding>;
  /** The state of a refund with a known platform number. */
  inspect(values: PlatformValues, externalId: string): Promise<RefundStanding>;
  /** The platform's id of the returned money in a refund notice, unverified; null for other notices. */
  returnedOf(notice: RawNotice): string | null;
  /** The content of such a notice; null if the money is not returned yet. Throws `refused` if the platform did not sign it. */
  readReturn(values: PlatformValues, notice: RawNotice): Promise<ReturnedMoney | null>;
}

/** A payment platform. Every call throws PaymentFailure, and nothing else, on failure. */
export interface PaymentGateway {
  readonly provider: GatewayProvider;
  /** The currencies that it accepts. */
  readonly currencies: readonly CurrencyCode[];
  /** The response that it expects to an accepted notice. */
  readonly thanks: string;
  /** Its stored cards for future charges. */
  readonly cards?: CardVault;
  /** Its refunds by call. */
  readonly refunds?: RefundDesk;
  /** Asks the platform whether it accepts these settings. */
  check(values: PlatformValues): Promise<void>;
  start(values: PlatformValues, request: PaymentRequest): Promise<PaymentStart>;
  /** Our number of the payment in a request, unverified; null if it is not a notice of this platform. */
  tradeNumberOf(notice: RawNotice): string | null;
  /**
   * The content of a notice; null if it is irrelevant. Throws `refused` if the platform did not sign it.
   * Money that the customer has agreed to is taken.
   */
  readNotice(values: PlatformValues, notice: RawNotice): Promise<PaymentStanding | null>;
  /** Queries a payment. Captures money that the customer has approved. */
  inspect(values: PlatformValues, payment: { tradeNumber: string; externalId: string }): Promise<PaymentStanding>;
}

export const paymentFailures = ["refused", "rateLimited", "unavailable"] as const;
export type PaymentFailureReason = (typeof paymentFailures)[number];

/** Why a call of a payment platform failed. `code`: the platform's own code. */
export class PaymentFailure extends Error {
  override readonly name = "PaymentFailure";
  readonly reason: PaymentFailureReason;
  readonly code: string;

  constructor(reason: PaymentFailureReason, { code = "", cause }: { code?: string; cause?: unknown } = {}) {
    super(`The payment platform failed: ${reason} ${code}`.trim(), { cause });
    this.reason = reason;
    this.code = code;
  }
}
