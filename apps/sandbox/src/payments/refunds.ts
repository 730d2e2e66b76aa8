import { randomUUID } from "node:crypto";

/** How platforms answer refunds: at once, later, with a refusal, or with an answer that is lost although the refund is done. */
export const refundOutcomes = ["done", "later", "refused", "lost"] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

/** Money that was returned, or is being returned. */
export interface Refund {
  id: string;
  platform: string;
  /** The shop's own number of the refund; empty if it was made in the platform's console. */
  number: string;
  paymentId: string;
  /** In the platform's format. */
  amount: string;
  state: "working" | "done";
}

/** The refunds of all platforms. A shop's number is used once. */
export class RefundBook {
  readonly #refunds: Refund[] = [];
  /** Numbers of refunds that a platform is currently making. */
  readonly inTheMaking = new Set<string>();

  /** The latest first. */
  list(): Refund[] {
    return this.#refunds.toReversed();
  }

  /** The refunds of a payment. */
  of({ paymentId }: Pick<Refund, "paymentId">): Refund[] {
    return this.#refunds.filter((one) => one.paymentId === paymentId);
  }

  byNumber(platform: string, number: string): Refund | undefined {
    return this.#refunds.find((one) => one.platform === platform && one.number === number && number !== "");
  }

  byId(id: string): Refund | undefined {
    return this.#refunds.find((one) => one.id === id);
  }

  /** How much of a payment can still be refunded, in the platform's unit. */
  leftOf(payment: Pick<Refund, "amount" | "paymentId">): number {
    return Number(payment.amount) - this.of(payment).reduce((sum, one) => sum + Number(one.amount), 0);
  }

  add(refund: Omit<Refund, "id">): Refund {
    const made = { ...refund, id: randomUUID().replaceAll("-", "").slice(0, 17).toUpperCase() };
    this.#refunds.push(made);
    return made;
  }
}
