import { randomUUID } from "node:crypto";

/** How platforms answer refunds: at once, later, with a refusal, or not at all although they have done it. */
export const refundMoods = ["done", "later", "refused", "lost"] as const;
export type RefundMood = (typeof refundMoods)[number];

/** Money that went back, or is on its way. */
export interface Refund {
  id: string;
  platform: string;
  /** The shop's own number of it; empty for one that was made in the platform's console. */
  number: string;
  paymentId: string;
  /** As the platform writes it. */
  amount: string;
  state: "working" | "done";
}

/** What was returned over all platforms. A shop's number is taken once. */
export class RefundBook {
  readonly #refunds: Refund[] = [];
  /** Numbers of refunds that a platform is making at this moment. */
  readonly inTheMaking = new Set<string>();

  /** The latest first. */
  list(): Refund[] {
    return this.#refunds.toReversed();
  }

  /** What was returned of a payment. */
  of({ paymentId }: Pick<Refund, "paymentId">): Refund[] {
    return this.#refunds.filter((one) => one.paymentId === paymentId);
  }

  byNumber(platform: string, number: string): Refund | undefined {
    return this.#refunds.find((one) => one.platform === platform && one.number === number && number !== "");
  }

  byId(id: string): Refund | undefined {
    return this.#refunds.find((one) => one.id === id);
  }

  /** What may still go back of a payment, in the platform's unit. */
  leftOf(payment: Pick<Refund, "amount" | "paymentId">): number {
    return Number(payment.amount) - this.of(payment).reduce((sum, one) => sum + Number(one.amount), 0);
  }

  add(refund: Omit<Refund, "id">): Refund {
    const made = { ...refund, id: randomUUID().replaceAll("-", "").slice(0, 17).toUpperCase() };
    this.#refunds.push(made);
    return made;
  }
}
