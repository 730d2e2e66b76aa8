import { createContext, use, useEffect, useState } from "react";

/** Work whose result becomes a value of the form, such as a picture that is being sent: whether it came to be. */
type Work = Promise<boolean>;

interface Waits {
  /** Saving waits for the work, and does not go on where it fails. Answers the work. */
  hold: (work: Work) => Work;
  /** Whether all that is under way came to be; null when nothing is. */
  all: () => Work | null;
  /** The form is given up: what waits for the work does not go on. */
  giveUp: () => void;
}

export const FormWaitsContext = createContext<Waits | null>(null);

/** What the fields of a form are still busy with. */
export function useFormWaits(): Waits {
  const [waits] = useState(startWaits);
  useEffect(() => waits.giveUp, [waits]);
  return waits;
}

/** Has the form around the field wait for the work; outside a form nothing does. */
export function useHold(): Waits["hold"] {
  return use(FormWaitsContext)?.hold ?? ((work) => work);
}

function startWaits(): Waits {
  const pending = new Set<Work>();
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
