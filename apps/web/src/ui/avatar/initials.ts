/** One Chinese character (of the given name), or up to two Latin initials; an empty name has none. */
export function initialsOf(name: string): string {
  const clean = name.trim();
  if (/^\p{Script=Han}{2,4}$/u.test(clean)) return [...clean].slice(-2).join("");
  const words = clean.split(/[\s._-]+/).filter(Boolean);
  const letters = words.map((word) => [...word][0] ?? "").filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const [first = "", ...others] = letters;
  const last = others.at(-1) ?? "";
  return (/\p{Script=Han}/u.test(first) ? first : first + last).toUpperCase();
}

/** A hue from 0 to 359 that is always the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3_600_000;
  return hash % 360;
}
