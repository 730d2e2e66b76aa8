import { randomUUID } from "node:crypto";
import { type Refund, RefundBook, type RefundMood } from "./refunds.ts";

export type PlatformName = "paypal" | "shopline" | "ecpay";

/** How a notice differs from an honest one. `true`: not at all. */
export const noticeKinds = ["true", "forged", "wrongAmount"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type CheckoutState = "open" | "approved" | "numbered" | "paid" | "refused";

/** Something that a customer is asked to pay. */
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
  /** What else the platform remembers of it. */
  facts: Record<string, string>;
}

export interface PaymentSwitches {
  /** The status that every call is answered with. */
  failWith: 429 | 500 | null;
  /** Linked cards and accounts are declined. */
  declineCards: boolean;
  /** PayPal holds captures for a while: their money has not come yet. */
  holdCaptures: boolean;
  /** What PayPal does with a request id after six hours: it charges again, or refuses the number as one used before. Null: they are not over. */
  forgetRequests: "chargeAgain" | "refuse" | null;
  /** Platforms say nothing by themselves: a tester sends the notices, late or never. */
  silent: boolean;
  /** How refunds that the shop asks for end; those that come later are done once this is `done`. */
  refunds: RefundMood;
  /** Where the shop is: PayPal and SHOPLINE send their notices below it. */
  notifyBase: string;
}

/** How one platform takes a customer's choice and tells the shop of it. */
export interface PlatformDesk {
  /** The customer's choices on its page. */
  choices: readonly string[];
  /** Takes a choice; answers where the customer goes. */
  choose(checkout: Checkout, choice: string): string;
  /** Tells the shop how a payment is. Answers the status that the shop gave. */
  notify(checkout: Checkout, kind: NoticeKind): Promise<number>;
  /** Tells the shop that money went back. Missing where a platform does not say so. */
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

  /** Tells the shop, unless platforms are silent. A shop that does not answer is told nothing more. */
  tell(checkout: Checkout): void {
    if (!this.switches.silent)
      void this.deskOf(checkout)
        .notify(checkout, "true")
        .catch(() => undefined);
  }

  /** Tells the shop of money that went back, unless platforms are silent. */
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

/** Another amount than was paid. */
export function wrongAmount(amount: string): string {
  return amount.replace(/\d/, (first) => String((Number(first) % 9) + 1));
}
