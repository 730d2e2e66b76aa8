import type { RefSelectProps } from "antd";
import { createContext, use, useEffect, useRef, useState } from "react";

/** A choice on the card that is to be opened without a press on it, as soon as it is there; null: none. */
export const AskedChoice = createContext<{ field: "sales"; onOpened: () => void } | null>(null);

/** What a select needs in order to open when its field is asked for. */
export function useAskedChoice(field: string) {
  const asked = use(AskedChoice);
  const ref = useRef<RefSelectProps>(null);
  const [open, setOpen] = useState(false);
  const onOpened = asked?.field === field ? asked.onOpened : null;
  useEffect(() => {
    if (!onOpened) return;
    ref.current?.focus();
    setOpen(true);
    onOpened();
  }, [onOpened]);
  return { ref, open, onOpenChange: setOpen };
}
