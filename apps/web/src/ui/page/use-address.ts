import { use, useCallback } from "react";
import { type DataRouter, UNSAFE_DataRouterContext, useSearchParams } from "react-router";

/** Parts of an address to change; null removes a part. */
export type AddressParts = Readonly<Record<string, string | null>>;

/** Computes the new query from the previous one, which it must not modify. */
export type QueryChange = (before: URLSearchParams) => URLSearchParams;

/**
 * A screen's state in its address besides the filters: the open record, the open form, the tab. `change` keeps all other
 * parts; with `replace` off it adds a history step. `changeQuery` sets any other query. `changeAtOnce` is `change` for a
 * screen that renders its slow parts with `useDeferredValue`: the router's own updates are transitions, in which React
 * renders everything together.
 */
export function useAddress() {
  const [search] = useSearchParams();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const changeQuery = useCallback(
    (query: QueryChange, replace = true, atOnce = false) => {
      if (router) moveTo(router, query, { replace, flushSync: atOnce });
    },
    [router],
  );
  const change = useCallback(
    (parts: AddressParts, replace = true) => changeQuery((before) => withParts(before, parts), replace),
    [changeQuery],
  );
  const changeAtOnce = useCallback(
    (parts: AddressParts) => changeQuery((before) => withParts(before, parts), true, true),
    [changeQuery],
  );
  return { search, change, changeAtOnce, changeQuery };
}

/**
 * Changes the query of the page's address. Each change builds on the one before, even if that is still in progress, which
 * the router's own `setSearchParams` does not guarantee. A page that is being left for another keeps its address, since the
 * person has moved on. A change without effect does not navigate, so that no form asks whether to discard input.
 */
export function moveTo(
  router: DataRouter,
  query: QueryChange,
  options: { replace: boolean; flushSync?: boolean },
): void {
  const { location, navigation } = router.state;
  const latest = navigation.location ?? location;
  if (latest.pathname !== location.pathname) return;
  const before = new URLSearchParams(latest.search).toString();
  const search = query(new URLSearchParams(latest.search)).toString();
  if (search === before) return;
  void router.navigate({ pathname: location.pathname, search }, { ...options, preventScrollReset: true });
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
