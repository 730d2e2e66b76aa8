const deepest = 64;

/**
 * The part of a value that PostgreSQL can store as jsonb: it refuses NUL and lone surrogates, and both it and JSON.stringify
 * fail on very deep nesting. One hostile profile name must not keep a whole delivery from being stored. Nearly every value is
 * fine and is returned unchanged, without a copy.
 */
export function storable(value: unknown): unknown {
  return isStorable(value, 0) ? value : storableCopy(value, 0);
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item, depth + 1));
}

function storableCopy(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return "…";
  if (Array.isArray(value)) return value.map((item) => storableCopy(item, depth + 1));
  // fromEntries defines own properties, so that a key `__proto__` stays data.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableCopy(item, depth + 1)]),
  );
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The same of one text. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}
