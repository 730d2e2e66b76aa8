import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { PayPage } from "@homeroom/contract/payments";
import { useState } from "react";
import { outcomeOf } from "#platform/plain-call.ts";
import { chooseInvoice } from "../api/pay-page.ts";

export interface InvoiceDraft {
  /** The customer's unsaved input. */
  written: InvoiceChoice | null;
  /** The fields that the server refused. */
  wrong: readonly string[];
  write(invoice: InvoiceChoice): void;
}

interface UseInvoiceOptions {
  onSaved: (page: PayPage) => void;
  /** Saving failed, and no field is the cause. */
  onProblem: (message: string) => void;
}

/** The customer's choice for the e-invoice: it is saved with its own button, and before a payment starts. */
export function useInvoice(link: { orderID: string; key: string }, { onSaved, onProblem }: UseInvoiceOptions) {
  const [written, setWritten] = useState<InvoiceChoice | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const draft: InvoiceDraft = {
    written,
    wrong,
    write: (invoice) => {
      setWritten(invoice);
      setWrong([]);
    },
  };
  /** Whether it was saved. */
  const save = async (invoice: InvoiceChoice): Promise<boolean> => {
    const outcome = await outcomeOf(chooseInvoice, { ...link, invoice });
    if ("result" in outcome) {
      setWritten(null);
      onSaved(outcome.result);
      return true;
    }
    const { errors, message } = outcome.failure;
    if (errors.length === 0) onProblem(message);
    setWrong(errors.map(({ field }) => field.replace(/^invoice\./, "")));
    return false;
  };
  return { draft, save };
}
