import type { LeadRow } from "@homeroom/contract/leads";
import { useState } from "react";
import type { PastedBlock } from "#ui/data-table/paste.ts";

/** A running or finished paste; its number identifies it. */
export interface PasteRun {
  number: number;
  block: PastedBlock<LeadRow>;
}

/** The paste of a desk: one at a time. */
export function usePasteRun() {
  const [run, setRun] = useState<PasteRun | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    run,
    begin: (block: PastedBlock<LeadRow>) => {
      // While one is running, another would overwrite what is still being saved.
      if (!busy) setRun((before) => ({ number: (before?.number ?? 0) + 1, block }));
    },
    setBusy,
    end: () => setRun(null),
  };
}

export type PasteState = ReturnType<typeof usePasteRun>;
