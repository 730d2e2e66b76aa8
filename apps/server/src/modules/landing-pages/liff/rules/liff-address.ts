import type { Settings } from "#platform/config/settings";
import { pagesOrigin } from "../../rules/addresses.ts";

/** The path of a LIFF app below the host of pages; no organisation is called `-`. */
export const liffPath = "/p/-/line";

/**
 * What LINE must be told to open as the LIFF app of an account. Null where it could do nothing: LINE's script keeps its
 * things in the browser's storage, which it does not get without a host for pages alone. The sandbox's script needs none.
 */
export function liffEndpoint(settings: Settings, number: string): string | null {
  const isSandbox = new URL(settings.LINE_LIFF_URL).hostname !== "liff.line.me";
  if (settings.PAGES_URL === undefined && !isSandbox) return null;
  return `${pagesOrigin(settings)}${liffPath}/${number}`;
}

/** Whether LINE opens our page for an account's LIFF app, as far as its settings say. */
export function opensOurs(
  settings: Settings,
  { number, endpointUrl }: { number: string; endpointUrl: string },
): boolean {
  return endpointUrl.replace(/\/+$/, "") === liffEndpoint(settings, number);
}

/** What opens a LIFF app on a phone, for a press with a code. */
export function liffAddress({ LINE_LIFF_URL }: Settings, liffId: string, code: string): string {
  return `${LINE_LIFF_URL.replace(/\/+$/, "")}/${liffId}?press=${code}`;
}

/** The LINE Login channel that a LIFF app belongs to: LINE checks a token against it. */
export function loginChannelOf(liffId: string): string {
  return liffId.split("-", 1)[0] ?? "";
}

/** The code of the press in the address that LINE opened: in `liff.state` until its script has run. */
export function pressIn(query: URLSearchParams): string {
  const state = query.get("liff.state") ?? "";
  return query.get("press") ?? new URLSearchParams(state.slice(state.indexOf("?") + 1)).get("press") ?? "";
}
