import type { RefSelectProps } from "antd";
import { createContext, use, useEffect, useRef, useState } from "react";

/** What a key may ask for on the card of a lead; `note` is the place where one is written. */
export const askedFields = ["sales", "status", "nextContactDate", "note"] as const;

interface Asked {
  field: (typeof askedFields)[number];
  /** It has the keyboard; a choice says so when it is closed again. */
  onTaken: () => void;
}

/** A field of the card that opens without a press on it, as soon as it is there; null: none. */
export const AskedField = createContext<Asked | null>(null);

/** What a select needs in order to open when its field is asked for, until it is closed. */
export function useAskedChoice(field: string) {
  const asked = use(AskedField);
  const ref = useRef<RefSelectProps>(null);
  const [open, setOpen] = useState(false);
  const isAsked = asked?.field === field;
  useEffect(() => {
    if (isAsked) ref.current?.focus();
  }, [isAsked]);
  const handleOpenChange = (next: boolean) => {
    setOpen(next);
    if (!isAsked || next) return;
    asked.onTaken();
    // Letters are keys of the page again, and not a search in the choice.
    ref.current?.blur();
  };
  return { ref, open: open || isAsked, onOpenChange: handleOpenChange };
}

/** Calls back once when the field is asked for. */
export function useAskedField(field: Asked["field"] | undefined, take: () => void): void {
  const asked = use(AskedField);
  const isAsked = asked !== null && asked.field === field;
  useEffect(() => {
    if (!isAsked) return;
    asked.onTaken();
    take();
  });
}
