import type { PlanRow } from "@homeroom/contract/broadcast-plans";

type Figure = keyof PlanRow["counters"];

/** A mail server says that it took a mail, and nothing of what follows; answers go to the sender's mailbox. */
const unknownOfMails: readonly Figure[] = ["delivered", "read", "replied"];

/** Whether a figure of a plan can be known. */
export function isKnown({ kind }: Pick<PlanRow, "kind">, figure: Figure): boolean {
  return kind === "whatsapp" || !unknownOfMails.includes(figure);
}
