import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Amount } from "./money.ts";
import { OrderName, orderAlsoNamed } from "./order-name.ts";

const maxInstalments = 24;

/** The states of an instalment: covered by received money, in part or wholly, and late once its day is over. */
const instalmentStates = ["open", "partlyPaid", "paid", "overdue"] as const;

const day = z.iso.date();

/**
 * The days on which the instalments of an order are due, in order. Without amounts the total is divided evenly: each
 * instalment is rounded down to the currency's smallest step, and the first one takes the rest. Amounts must add up to the
 * total.
 */
export const InstalmentPlan = z
  .array(z.object({ dueDate: day, amount: Amount.optional() }))
  .max(maxInstalments)
  .superRefine((plan, context) => {
    const fault = (path: (string | number)[]) => context.addIssue({ code: "custom", message: "FIELD_INVALID", path });
    for (const [index, { dueDate }] of plan.entries()) {
      const before = plan[index - 1]?.dueDate;
      if (before !== undefined && dueDate <= before) fault([index, "dueDate"]);
    }
    const withAmount = plan.filter(({ amount }) => amount !== undefined).length;
    if (withAmount !== 0 && withAmount !== plan.length) fault([]);
    if (plan.length === 1) fault([]);
  });
export type InstalmentPlan = z.infer<typeof InstalmentPlan>;

export const InstalmentRow = z.object({
  /** From 1. */
  position: z.number().int(),
  dueDate: day,
  amount: z.number(),
  /** The part of it that received money covers: the earliest instalments are covered first. */
  paid: z.number(),
  state: z.enum(instalmentStates),
});
export type InstalmentRow = z.infer<typeof InstalmentRow>;

export const orderInstalments = {
  edit: endpoint("POST /api_users/Order/EditInstalments", {
    summary: "Changes the due dates and amounts of an unpaid order; without any, it is paid at once.",
    access: ["sale:order:add", "sale:order:edit"],
    request: z.object({ orderID: OrderName, instalments: InstalmentPlan, version: z.number().int() }),
    alsoNamed: orderAlsoNamed,
    response: z.null(),
    errors: ["STALE_DATA", "ORDER_EXPIRED", "ORDER_STATE_CONFLICT"],
  }),
};
