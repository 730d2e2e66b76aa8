type Fields = Readonly<Record<string, unknown>>;

/** One field of an entry, as it was and as it became; undefined where that side does not have it. */
export interface FieldChange {
  /** The field, and the one inside it: ["contact1", "name"]. */
  path: string[];
  before: unknown;
  after: unknown;
}

/** The differences, field by field; of nested fields only those that differ. */
export function changesOf(before: Fields | null, after: Fields | null): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (!isFields(was ?? is) || !isFields(is ?? was)) return [{ path: [name], before: was, after: is }];
    return changesOf((was ?? null) as Fields | null, (is ?? null) as Fields | null)
      .filter((change) => !same(change.before, change.after))
      .map((change) => ({ ...change, path: [name, ...change.path] }));
  });
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nothing was there: an empty text, list or nothing at all. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A value as people read it; its parts are joined. */
export function plainText(value: unknown, comma: string): string {
  if (Array.isArray(value)) return value.map((one) => plainText(one, comma)).join(comma);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return isEmptyValue(value) ? "" : String(value);
}
