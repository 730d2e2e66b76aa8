import { createContext, use, useEffect, useState } from "react";

/** Work whose result becomes a value of the form, such as a picture being uploaded. Resolves to whether it succeeded. */
type PendingWork = Promise<boolean>;

interface FormWaits {
  /** Saving waits for the work, and stops if it fails. Returns the work. */
  hold: (work: PendingWork) => PendingWork;
  /** Whether all pending work succeeded; null if there is none. */
  all: () => PendingWork | null;
  /** The form is discarded: a save that waits for the work stops. */
  giveUp: () => void;
}

export const FormWaitsContext = createContext<FormWaits | null>(null);

/** The pending work of a form's fields. */
export function useFormWaits(): FormWaits {
  const [waits] = useState(startWaits);
  useEffect(() => waits.giveUp, [waits]);
  return waits;
}

/** Makes the form around the field wait for the work; outside a form nothing waits. */
export function useHold(): FormWaits["hold"] {
  return use(FormWaitsContext)?.hold ?? ((work) => work);
}

function startWaits(): FormWaits {
  const pending = new Set<PendingWork>();
  let round = 0;
  return {
    hold: (work) => {
      pending.add(work);
      const end = () => pending.delete(work);
      void work.then(end, end);
      return work;
    },
    all: () => {
      if (pending.size === 0) return null;
      const mine = round;
      return Promise.all(pending).then((ended) => mine === round && ended.every(Boolean));
    },
    giveUp: () => {
      round += 1;
      pending.clear();
    },
  };
}
