import { use, useCallback } from "react";
import { type DataRouter, UNSAFE_DataRouterContext, useSearchParams } from "react-router";

/** Parts of an address that change; null takes a part away. */
export type AddressParts = Readonly<Record<string, string | null>>;

/** Makes the query of the address out of the one before. It must not change what it is given. */
export type QueryChange = (before: URLSearchParams) => URLSearchParams;

/**
 * A screen's state in its address beside the filters: the open record, the open form, the tab. `change` keeps all other
 * parts; with `replace` off it adds a step that "back" undoes. `changeQuery` makes any other query. `changeAtOnce` is `change`
 * for a screen that draws what is slow with `useDeferredValue`: the router's own updates are transitions, in which React
 * draws everything together.
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
 * Changes the query of the page's address. Of changes in quick succession each builds on the one before, even while
 * that one is still under way, which the router's own `setSearchParams` does not promise. A page that is just being left
 * for another keeps its address: the person has gone on. A change that changes nothing does not navigate, so that no form
 * asks whether to discard what was written.
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
