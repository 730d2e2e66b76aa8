import layout from "./layout.module.css";

/**
 * The class names of an element: those of the shared layout as words, such as "row gap8 quiet", followed by its own. A gate
 * rejects words that the shared layout does not have.
 */
export function laid(words: string, own?: string): string {
  const shared = words.split(" ").map((word) => layout[word]);
  return (own ? [...shared, own] : shared).join(" ");
}
