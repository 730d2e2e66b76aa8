/** One filter of a list. Its value is in the address under `key`. */
export interface FilterDefinition {
  key: string;
  label: string;
  kind: "many" | "one" | "dates" | "text" | "number";
  /** For `many` and `one`. */
  options?: readonly FilterOption[];
  /**
   * For `dates`: which windows are offered. The address has them as days relative to today (`dayOf`); without this, as
   * absolute days.
   */
  windows?: "past" | "ahead";
  /** For `number`: its text, "3 天內新增", with {{number}} as the placeholder. */
  unit?: string;
  /** Always shown as a chip; the others are behind "add filter". */
  pinned?: boolean;
}

/** The filter by a status that is 1 or 0. */
export function statusFilter(label: string, names: { on: string; off: string }): FilterDefinition {
  const options = [
    { value: "1", label: names.on },
    { value: "0", label: names.off },
  ];
  return { key: "status", label, kind: "one", options, pinned: true };
}

export interface FilterOption {
  value: string;
  label: string;
}

/** Filter values by key; for dates the first and last day, either of which may be empty. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** The key of the search words. */
export const searchKey = "keywords";

/** Reads the values of some filters from an address. Values are joined by commas; commas inside are escaped by the address. */
export function readFilters(search: URLSearchParams, keys: readonly string[]): FilterValues {
  const values: Record<string, string[]> = {};
  for (const key of keys) {
    const stored = search.get(key);
    if (stored) values[key] = key === searchKey ? [stored] : stored.split(",");
  }
  return values;
}

/** The address with one filter changed; everything else stays, except the page number. */
export function withFilter(search: URLSearchParams, key: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  const kept = values.some((value) => value !== "");
  if (kept) next.set(key, values.join(","));
  else next.delete(key);
  return next;
}

/** The address without any of the filters. */
export function withoutFilters(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of keys) next.delete(key);
  return next;
}

/** Only the filters of an address, in a fixed order, so that two views can be compared: "keywords=陳&status=1,2". */
export function filterPart(search: URLSearchParams, keys: readonly string[]): string {
  const part = new URLSearchParams();
  for (const key of [...keys].sort()) {
    const value = search.get(key);
    if (value) part.set(key, value);
  }
  return part.toString();
}

/** The text of a chip's values: the first two labels, then a count. Unknown values are left out. */
export function valueText(filter: FilterDefinition, values: readonly string[]): string {
  if (filter.kind === "text") return values[0] ?? "";
  if (filter.kind === "number") return values[0] ? (filter.unit ?? "{{number}}").replace("{{number}}", values[0]) : "";
  if (filter.kind === "dates") return values.filter(Boolean).join(" – ");
  const labels = values.flatMap((value) => filter.options?.find((option) => option.value === value)?.label ?? []);
  return labels.length > 2 ? `${labels.slice(0, 2).join(", ")} +${labels.length - 2}` : labels.join(", ");
}
