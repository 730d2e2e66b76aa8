import type { RefSelectProps } from "antd";
import { createContext, use, useEffect, useRef, useState } from "react";

/** What a shortcut can open on a lead's card; `note` is the note form. */
export const askedFields = ["sales", "status", "nextContactDate", "note"] as const;

interface FieldRequest {
  field: (typeof askedFields)[number];
  /** Called when it has the focus; for a choice, when it is closed again. */
  onTaken: () => void;
}

/** The field of the card to open as soon as it is mounted; null: none. */
export const AskedField = createContext<FieldRequest | null>(null);

/** The properties that open a select when its field is requested, until it is closed. */
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
    // Letters are shortcuts of the page again, not a search in the list.
    ref.current?.blur();
  };
  return { ref, open: open || isAsked, onOpenChange: handleOpenChange };
}

/** Calls back once when the field is requested. */
export function useAskedField(field: FieldRequest["field"] | undefined, take: () => void): void {
  const asked = use(AskedField);
  const isAsked = asked !== null && asked.field === field;
  useEffect(() => {
    if (!isAsked) return;
    asked.onTaken();
    take();
  });
}
