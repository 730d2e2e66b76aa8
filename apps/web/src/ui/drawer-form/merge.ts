export type Path = readonly (string | number)[];

/** A field that two people have changed differently. */
export interface FieldConflict {
  path: Path;
  mine: unknown;
  theirs: unknown;
}

export interface MergeResult {
  /** The merged values: the writer's changes, and everything else as the other person saved it. */
  values: object;
  /** Fields that only the other person has changed. */
  taken: Path[];
  both: FieldConflict[];
}

/**
 * Merges a form that is being edited with what somebody else has saved: fields that the writer has not touched take the
 * saved values, fields that the writer has changed stay. `paths` are the fields of the form; everything else (ids, the
 * version) takes the saved values.
 */
export function mergeValues(
  sides: { base: object; mine: object; theirs: object },
  paths: readonly Path[],
): MergeResult {
  const { base, mine, theirs } = sides;
  const merged: MergeResult = { values: structuredClone(theirs), taken: [], both: [] };
  for (const path of paths) {
    const [before, own, other] = [valueAt(base, path), valueAt(mine, path), valueAt(theirs, path)];
    if (same(own, before)) {
      if (!same(other, before)) merged.taken.push(path);
      continue;
    }
    setAt(merged.values, path, own);
    if (!same(other, before) && !same(other, own)) merged.both.push({ path, mine: own, theirs: other });
  }
  return merged;
}

/** The value of a field in a form's values. */
export function valueAt(values: object, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | null)?.[key], values);
}

function setAt(values: object, path: Path, value: unknown): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let holder = values as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) {
    const inner = holder[key];
    holder[key] = typeof inner === "object" && inner !== null ? inner : {};
    holder = holder[key] as Record<string | number, unknown>;
  }
  holder[last] = value;
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Text for comparing two values: the order of keys does not count, and a cleared field equals an empty one. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join()}}`;
}
