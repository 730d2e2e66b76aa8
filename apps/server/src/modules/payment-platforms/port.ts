import type { CurrencyCode } from "@homeroom/contract/money";
import type { PlatformFieldName } from "@homeroom/contract/payment-platforms";
import type { GatewayProvider, PayNumbers } from "@homeroom/contract/payments";

/** What a platform is set up with: the fields of its form by name, secrets among them. */
export type PlatformValues = Readonly<Partial<Record<PlatformFieldName, string>>>;

/** What a customer is to pay. */
export interface PaymentRequest {
  /** Our number of it: 20 letters and digits, unique everywhere. */
  readonly tradeNumber: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** What the platform's page and statements call it. */
  readonly title: string;
  /** Where the customer comes back to. */
  readonly returnAddress: string;
  /** Where notices go, for platforms that are told with each payment. */
  readonly notifyAddress: string;
  /** How long the customer has; null: as long as the platform allows. */
  readonly minutes: number | null;
}

/** Where the customer's browser goes; with fields it posts them there. */
export interface PaymentStart {
  readonly address: string;
  readonly fields: Readonly<Record<string, string>> | null;
  /** The platform's number of the payment; empty while it has none. */
  readonly externalId: string;
}

/** A payment as the platform knows it. */
export interface PaymentStanding {
  /** `numbered`: the customer got a number to pay with. Only `paid` is money. */
  readonly state: "waiting" | "numbered" | "paid" | "failed";
  /** The platform's id of the money, the same however it is told. Empty unless it is paid. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly numbers: PayNumbers | null;
  /** Until when the customer can pay with that number. */
  readonly payableUntil?: Date | undefined;
  /** The parts of the money that have gone back already, where the platform says so. */
  readonly returned?: readonly ReturnedMoney[];
}

/** A request as it came, before anybody has verified it. */
export interface RawNotice {
  readonly body: Buffer;
  header(name: string): string;
}

/** Where a person agrees to be charged again, and what the platform calls their agreement. */
export interface CardLink {
  readonly address: string;
  readonly setupId: string;
}

/** What is charged to a linked card. */
export interface CardCharge extends Pick<PaymentRequest, "tradeNumber" | "amountMinor" | "currency" | "title"> {
  readonly token: string;
}

/** Cards and accounts that a platform keeps, to be charged without the person. Every call throws PaymentFailure. */
export interface CardVault {
  /** Refusals that say for certain that nothing was charged, also when an earlier answer was lost. */
  readonly finalRefusals: readonly string[];
  begin(
    values: PlatformValues,
    link: { requestId: string; returnAddress: string; cancelAddress: string },
  ): Promise<CardLink>;
  /** Idempotent. Throws `refused` until the person has agreed. `label`: what people know the card by. */
  finish(values: PlatformValues, setupId: string): Promise<{ token: string; label: string }>;
  remove(values: PlatformValues, token: string): Promise<void>;
  /** Idempotent for a trade number, for six hours. Throws `refused` when the platform declines it. */
  charge(values: PlatformValues, charge: CardCharge): Promise<{ externalId: string; standing: PaymentStanding }>;
}

/** Money that goes back. */
export interface RefundRequest {
  /** Our number of it: 32 letters and digits, unique everywhere. */
  readonly refundNumber: string;
  /** The platform's id of the money that came. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly reason: string;
}

/** A refund as the platform knows it. */
export interface RefundStanding {
  /** `working`: it will say later how it ends. */
  readonly state: "working" | "done" | "failed";
  /** The platform's number of it. */
  readonly externalId: string;
  /** Why it failed, in the platform's words. */
  readonly problem: string;
}

/** Money that a platform has returned, for us or for somebody else. */
export interface ReturnedMoney {
  /** The platform's number of the refund. */
  readonly externalId: string;
  /** Our number of it; empty, or somebody else's, where we did not ask for it. */
  readonly refundNumber: string;
  /** The platform's id of the money that came. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** What was said to the customer. */
  readonly note: string;
}

/** Where a platform returns money. Every call throws PaymentFailure. */
export interface RefundDesk {
  /** Refusals that say for certain that nothing was returned, also when an earlier answer was lost. */
  readonly finalRefusals: readonly string[];
  /** Idempotent for a refund number. */
  refund(values: PlatformValues, request: RefundRequest): Promise<RefundStanding>;
  /** How a refund is whose number at the platform is known. */
  inspect(values: PlatformValues, externalId: string): Promise<RefundStanding>;
  /** The platform's id of the money that a notice says was returned, unverified; null for notices of any other kind. */
  returnedOf(notice: RawNotice): string | null;
  /** What such a notice says; null while the money is not returned yet. Throws `refused` when the platform did not sign it. */
  readReturn(values: PlatformValues, notice: RawNotice): Promise<ReturnedMoney | null>;
}

/** A payment platform. Every call throws PaymentFailure, and nothing else, when it does not succeed. */
export interface PaymentGateway {
  readonly provider: GatewayProvider;
  /** Those in which it can be paid. */
  readonly currencies: readonly CurrencyCode[];
  /** What it wants to hear when a notice was taken. */
  readonly thanks: string;
  /** Where it keeps cards to be charged again. */
  readonly cards?: CardVault;
  /** Where it returns money when it is asked. */
  readonly refunds?: RefundDesk;
  /** Asks the platform whether it accepts these. */
  check(values: PlatformValues): Promise<void>;
  start(values: PlatformValues, request: PaymentRequest): Promise<PaymentStart>;
  /** Our number of the payment that a request is about, unverified; null for what is no notice of this platform. */
  tradeNumberOf(notice: RawNotice): string | null;
  /**
   * What a notice says; null when it is about nothing that is kept. Throws `refused` when the platform did not sign it.
   * Money that the customer has agreed to is taken.
   */
  readNotice(values: PlatformValues, notice: RawNotice): Promise<PaymentStanding | null>;
  /** Asks how a payment is. Money that the customer has agreed to is taken. */
  inspect(values: PlatformValues, payment: { tradeNumber: string; externalId: string }): Promise<PaymentStanding>;
}

export const paymentFailures = ["refused", "rateLimited", "unavailable"] as const;
export type PaymentFailureReason = (typeof paymentFailures)[number];

/** Why a payment platform did not do what it was asked. `code`: the platform's own word for it. */
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
