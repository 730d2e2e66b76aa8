import type { Texts } from "../language.ts";

/** The domains of errors. A code is unique only within its domain. */
export type ErrorDomain =
  | "common"
  | "login"
  | "account"
  | "lead"
  | "leadrule"
  | "role"
  | "menu"
  | "staff"
  | "branch"
  | "product"
  | "image"
  | "order"
  | "payment"
  | "channel"
  | "chat"
  | "template"
  | "broadcast"
  | "reply"
  | "system"
  | "landing"
  | "campaign"
  | "import"
  | "department"
  | "dictionary"
  | "notice";

type ErrorLevel = "error" | "warning" | "info";

/** Statuses that an answer may carry. 200 marks texts that inform and never make a call fail. */
type ErrorStatus = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503;

interface ServerEntry {
  readonly code: number;
  readonly status: ErrorStatus;
  readonly level?: ErrorLevel;
  readonly texts: Texts;
}

/** Shown by the web app itself; the server never answers with it. */
interface ClientEntry {
  readonly code: null;
  readonly status: null;
  readonly level?: ErrorLevel;
  readonly texts: Texts;
}

export type ErrorEntry = ServerEntry | ClientEntry;

type Group<Entries> = {
  readonly [Name in keyof Entries]: Entries[Name] & { readonly domain: ErrorDomain; readonly level: ErrorLevel };
};

/** One domain's errors by name. The type asks for a status and a text in every language; `{n}` in a text is filled in. */
export function errorGroup<const Entries extends Record<string, ErrorEntry>>(
  domain: ErrorDomain,
  entries: Entries,
): Group<Entries> {
  const complete = Object.entries(entries).map(([name, entry]) => [name, { level: "error", ...entry, domain }]);
  return Object.fromEntries(complete) as Group<Entries>;
}
