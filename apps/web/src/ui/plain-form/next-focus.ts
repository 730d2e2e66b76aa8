import { type RefObject, useEffect, useRef } from "react";

/**
 * A form that can focus a field by name once it is on the page: the field with the error or the next question may be in
 * another step.
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
