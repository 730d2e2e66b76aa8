import { randomUUID } from "node:crypto";
import { type Refund, RefundBook, type RefundMood } from "./refunds.ts";

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
  /** As the platform writes it. */
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
  /** The status that every call is answered with. */
  failWith: 429 | 500 | null;
  /** Linked cards and accounts are declined. */
  declineCards: boolean;
  /** PayPal holds captures for a while: their money has not arrived yet. */
  holdCaptures: boolean;
  /** What PayPal does with a request id after six hours: it charges again, or refuses the number as one used before. Null: they are not over. */
  forgetRequests: "chargeAgain" | "refuse" | null;
  /** Platforms send no notices by themselves: a tester sends them, late or never. */
  silent: boolean;
  /** How refunds that the shop asks for end; those that come later are done once this is `done`. */
  refunds: RefundMood;
  /** Where the shop is: PayPal and SHOPLINE send their notices below it. */
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

/** What customers were asked to pay, over all platforms. Ends with the process. */
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
    if (!desk) throw new Error(`The sandbox does not play ${platform}`);
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

/** Sends a notice; answers the status that came back. */
export async function sendNotice(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(15_000) });
  await answer.body?.cancel();
  return answer.status;
}

/** Where the customer pays, as the caller reaches the sandbox. */
export function pageOf({ protocol, host }: { protocol: string; host: string }, { id }: Checkout): string {
  return `${protocol}://${host}/sandbox/payments/${id}`;
}

/** A different amount from the paid one. */
export function wrongAmount(amount: string): string {
  return amount.replace(/\d/, (first) => String((Number(first) % 9) + 1));
}
