import type { LeadQuery } from "@homeroom/contract/lead-query";

/** The address of a new recipient list with this rule; `names` are the names of its ids that the choices do not include. */
export function newTargetAddress(rule: LeadQuery, names: Readonly<Record<string, string>> = {}): string {
  const said = Object.keys(names).length > 0 && { names: JSON.stringify(names) };
  return `/admessage/target?${new URLSearchParams({ new: "1", rule: JSON.stringify(rule), ...said })}`;
}

/** The names in an address; none if they are invalid. Without a schema, which the page with the link does not need. */
export function namesOfAddress(text: string | null): Readonly<Record<string, string>> {
  try {
    const read = JSON.parse(text ?? "{}") as unknown;
    return Object.fromEntries(Object.entries(read ?? {}).filter(isName));
  } catch {
    return {};
  }
}

const isName = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
