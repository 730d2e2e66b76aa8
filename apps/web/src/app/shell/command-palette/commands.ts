import { type MenuEntry, menuAddress } from "../../routes/menu-tree.ts";
import type { PaletteOption } from "./option.ts";
import readings from "./title-sounds.json";

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

/** How the characters of titles are read: pinyin, then jyutping; made by tools/character-sounds.js. */
const readingsOf = new Map(Object.entries(readings).map(([character, both]) => [character, both.split("|")]));
const systems = [0, 1] as const;

/**
 * Whether some of a title's characters, one after the other, sound like the letters in pinyin or in jyutping. Each may be
 * whole, begun or its first letter alone: "mingdan", "md" and "fapmd" are in 名單 and 分配名單.
 */
export function soundsLike(title: string, wanted: string): boolean {
  const letters = wanted.replace(/[\s'’]/g, "");
  if (!/^[a-z]{2,24}$/.test(letters)) return false;
  const characters = Array.from(title);
  return systems.some((system) => characters.some((_, start) => continues(characters.slice(start), letters, system)));
}

function continues([first, ...others]: readonly string[], letters: string, system: 0 | 1): boolean {
  if (letters === "") return true;
  const sounds = readingsOf.get(first ?? "")?.[system]?.split(",") ?? [];
  return sounds.some((sound) =>
    Array.from(sound).some((_, end) => {
      const begun = sound.slice(0, end + 1);
      return letters.startsWith(begun) && continues(others, letters.slice(begun.length), system);
    }),
  );
}
