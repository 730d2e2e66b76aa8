import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Parts of an address that change; null takes a part away. */
export type AddressParts = Readonly<Record<string, string | null>>;

/**
 * What of a screen stands in its address beside the filters: the open record, the open form, the tab. `change` keeps all
 * other parts; with `replace` off it is a step that "back" takes back.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (parts: AddressParts, replace = true) =>
      setSearch((before) => withParts(before, parts), { replace, preventScrollReset: true }),
    [setSearch],
  );
  return { search, change };
}

/** An address with some parts changed and all others as they were. */
export function withParts(search: URLSearchParams, parts: AddressParts): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(parts)) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
