import { randomUUID } from "node:crypto";
import { type Refund, RefundBook, type RefundOutcome } from "./refunds.ts";

export type PlatformName = "paypal" | "shopline" | "ecpay";

/** How a notice differs from a genuine one. `true`: not at all. */
export const noticeKinds = ["true", "forged", "wrongAmount"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type CheckoutState = "open" | "approved" | "numbered" | "paid" | "refused";

/** A payment request to a customer. */
export interface Checkout {
  id: string;
  platform: PlatformName;
  /** The shop's own number of the payment. */
  reference: string;
  /** In the platform's format. */
  amount: string;
  currency: string;
  title: string;
  /** Where the customer goes after paying, and after refusing. */
  returnUrl: string;
  cancelUrl: string;
  state: CheckoutState;
  /** The platform's number of the payment. */
  paymentId: string;
  /** Other data of the platform. */
  facts: Record<string, string>;
}

export interface PaymentSwitches {
  /** The status of every answer. */
  failWith: 429 | 500 | null;
  /** Linked cards and accounts are declined. */
  declineCards: boolean;
  /** PayPal holds captures for a while: their money has not arrived yet. */
  holdCaptures: boolean;
  /** PayPal's answer to a request id older than six hours: charge again, or refuse a used number. Null: no id is so old. */
  forgetRequests: "chargeAgain" | "refuse" | null;
  /** Platforms send no notices automatically: a tester sends them, late or never. */
  silent: boolean;
  /** How the shop's refunds end; `later` ones are done once this is `done`. */
  refunds: RefundOutcome;
  /** The shop's address: PayPal and SHOPLINE send their notices below it. */
  notifyBase: string;
}

/** How one platform handles a customer's choice and notifies the shop. */
export interface PlatformDesk {
  /** The customer's choices on its page. */
  choices: readonly string[];
  /** Handles a choice; returns the customer's next address. */
  choose(checkout: Checkout, choice: string): string;
  /** Notifies the shop of a payment's state. Returns the shop's status. */
  notify(checkout: Checkout, kind: NoticeKind): Promise<number>;
  /** Notifies the shop of a refund. Missing if the platform does not do that. */
  notifyReturn?(checkout: Checkout, refund: Refund, kind: NoticeKind): Promise<number>;
}

/** Payment requests of all platforms. Lost when the process ends. */
export class PaymentDesk {
  readonly switches: PaymentSwitches;
  readonly refunds = new RefundBook();
  readonly #checkouts = new Map<string, Checkout>();
  readonly #platforms = new Map<PlatformName, PlatformDesk>();

  constructor(notifyBase: string) {
    this.switches = {
      failWith: null,
      declineCards: false,
      holdCaptures: false,
      forgetRequests: null,
      silent: false,
      refunds: "done",
      notifyBase,
    };
  }

  open(checkout: Omit<Checkout, "id" | "state" | "paymentId"> & { id?: string }): Checkout {
    const id = checkout.id ?? randomUUID();
    const made: Checkout = { ...checkout, id, state: "open", paymentId: randomUUID().replaceAll("-", "").slice(0, 17) };
    this.#checkouts.set(id, made);
    return made;
  }

  find(id: string): Checkout | undefined {
    return this.#checkouts.get(id);
  }

  byPayment(platform: PlatformName, paymentId: string): Checkout | undefined {
    return this.list().find((one) => one.platform === platform && one.paymentId === paymentId);
  }

  byReference(platform: PlatformName, reference: string): Checkout | undefined {
    return this.list().find((one) => one.platform === platform && one.reference === reference);
  }

  /** The latest first. */
  list(): Checkout[] {
    return [...this.#checkouts.values()].toReversed();
  }

  serve(platform: PlatformName, desk: PlatformDesk): void {
    this.#platforms.set(platform, desk);
  }

  deskOf({ platform }: Checkout): PlatformDesk {
    const desk = this.#platforms.get(platform);
    if (!desk) throw new Error(`The sandbox does not simulate ${platform}`);
    return desk;
  }

  /** Notifies the shop, unless platforms are silent. There is no retry if the shop does not answer. */
  tell(checkout: Checkout): void {
    if (!this.switches.silent)
      void this.deskOf(checkout)
        .notify(checkout, "true")
        .catch(() => undefined);
  }

  /** Notifies the shop of a refund, unless platforms are silent. */
  tellReturn(checkout: Checkout, refund: Refund): void {
    if (!this.switches.silent && refund.state === "done")
      void this.deskOf(checkout)
        .notifyReturn?.(checkout, refund, "true")
        .catch(() => undefined);
  }
}

/** Sends a notice; returns the status of the answer. */
export async function sendNotice(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(15_000) });
  await answer.body?.cancel();
  return answer.status;
}

/** The checkout page's address, on the host that the caller used. */
export function pageOf({ protocol, host }: { protocol: string; host: string }, { id }: Checkout): string {
  return `${protocol}://${host}/sandbox/payments/${id}`;
}

/** A different amount from the paid one. */
export function wrongAmount(amount: string): string {
  return amount.replace(/\d/, (first) => String((Number(first) % 9) + 1));
}
