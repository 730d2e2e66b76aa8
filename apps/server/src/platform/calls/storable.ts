const deepest = 64;

/**
 * A copy that PostgreSQL can keep as jsonb: it refuses NUL and halves of surrogate pairs, and both it and
 * JSON.stringify give up on absurd nesting. One hostile profile name must not keep a whole delivery from being stored.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return "…";
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  // fromEntries defines own properties, so that a key `__proto__` stays data.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]));
}

/** The same of one text. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}
