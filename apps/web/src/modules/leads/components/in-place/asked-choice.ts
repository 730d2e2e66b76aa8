import type { RefSelectProps } from "antd";
import { createContext, use, useEffect, useRef, useState } from "react";

/** A choice on the card that is open without a press on it, as soon as it is there, until it is closed; null: none. */
export const AskedChoice = createContext<{ field: "sales"; onClosed: () => void } | null>(null);

/** What a select needs in order to open when its field is asked for. */
export function useAskedChoice(field: string) {
  const asked = use(AskedChoice);
  const ref = useRef<RefSelectProps>(null);
  const [open, setOpen] = useState(false);
  const isAsked = asked?.field === field;
  useEffect(() => {
    if (isAsked) ref.current?.focus();
  }, [isAsked]);
  const handleOpenChange = (next: boolean) => {
    setOpen(next);
    if (isAsked && !next) asked.onClosed();
  };
  return { ref, open: open || isAsked, onOpenChange: handleOpenChange };
}
