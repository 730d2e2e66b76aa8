import { type MenuEntry, menuAddress } from "../../routes/menu-tree.ts";
import type { PaletteOption } from "./option.ts";
import { soundsLike } from "./title-sounds.ts";

/** Every page of the menu; links that leave the product are not among them. */
export function pageOptions(
  entries: readonly MenuEntry[],
  titleOf: (entry: MenuEntry) => string,
  above: readonly string[] = [],
): PaletteOption[] {
  return entries.flatMap((entry) => {
    if (entry.external) return [];
    const title = titleOf(entry);
    if (entry.children.length > 0) return pageOptions(entry.children, titleOf, [...above, title]);
    const address = menuAddress(entry);
    return [{ key: `page-${address}`, kind: "page", title, detail: above.join(" / "), icon: entry.icon, address }];
  });
}

interface Choices {
  recent: readonly PaletteOption[];
  /** Pages and actions. */
  commands: readonly PaletteOption[];
  /** What the server has found for the words. */
  found: readonly PaletteOption[];
}

const maxCommands = 6;
const soundRank = 2;

/** What is offered for some words: what was opened lately, then pages and actions, then what was found. */
export function offered(words: string, { recent, commands, found }: Choices): PaletteOption[] {
  const wanted = words.trim().toLowerCase();
  const near = wanted === "" ? commands : matching(commands, wanted).slice(0, maxCommands);
  const before = wanted === "" ? recent : matching(recent, wanted);
  const seen = new Set<string>();
  return [...before, ...near, ...found].filter(({ key }) => !seen.has(key) && seen.add(key));
}

/**
 * The lines whose title or detail holds the words, whatever their case, or whose title sounds so; titles that begin with
 * them come first.
 */
function matching(options: readonly PaletteOption[], wanted: string): PaletteOption[] {
  const rank = ({ title, detail }: PaletteOption) => {
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    if (soundsLike(title, wanted)) return soundRank;
    return detail.toLowerCase().includes(wanted) ? soundRank + 1 : null;
  };
  return options
    .flatMap((option) => {
      const place = rank(option);
      return place === null ? [] : [{ option, place }];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ option, place }) => (place === soundRank ? { ...option, matched: "sound" as const } : option));
}
