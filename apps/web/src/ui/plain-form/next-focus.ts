import { type RefObject, useEffect, useRef } from "react";

/**
 * A form whose cursor can be sent to a field by its name, once that is on the page: what was just refused or asked for may
 * be part of another step.
 */
export function useNextFocus(): { form: RefObject<HTMLFormElement | null>; goTo: (name: string | null) => void } {
  const form = useRef<HTMLFormElement>(null);
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current) form.current?.querySelector<HTMLElement>(`[name="${next.current}"]`)?.focus();
    next.current = null;
  });
  const goTo = (name: string | null) => {
    next.current = name;
  };
  return { form, goTo };
}
