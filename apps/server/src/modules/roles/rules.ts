const longestCode = 40;

/** A role's code from its name: "Front desk 前台" becomes "front-desk"; with a number behind it when that is taken. */
export function codeFor(name: string, taken: (code: string) => boolean): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const stem = plain.replace(/^-+/, "").slice(0, longestCode).replace(/-+$/, "") || "role";
  // ROOT is what the owner is called on the wire.
  const first = stem === "root" ? "role" : stem;
  for (let number = 1; ; number++) {
    const code = number === 1 ? first : `${first}-${number}`;
    if (!taken(code)) return code;
  }
}

export interface Difference<Item> {
  added: Item[];
  removed: Item[];
}

/** What a set gains and loses, in order. */
export function difference<Item extends string>(before: readonly Item[], after: readonly Item[]): Difference<Item> {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((item) => !had.has(item)).sort(),
    removed: [...had].filter((item) => !has.has(item)).sort(),
  };
}
