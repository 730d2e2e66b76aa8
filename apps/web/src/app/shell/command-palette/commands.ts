import { type MenuEntry, menuAddress } from "../../routes/menu-tree.ts";

export interface Command {
  title: string;
  /** Titles of the catalogues above. */
  above: string[];
  icon: string;
  address: string;
}

/** Every page of the menu as a command; links that leave the product are not among them. */
export function commandsOf(
  entries: readonly MenuEntry[],
  titleOf: (entry: MenuEntry) => string,
  above: string[] = [],
): Command[] {
  return entries.flatMap((entry) => {
    if (entry.external) return [];
    const title = titleOf(entry);
    if (entry.children.length > 0) return commandsOf(entry.children, titleOf, [...above, title]);
    return [{ title, above, icon: entry.icon, address: menuAddress(entry) }];
  });
}

/** The commands whose title or place holds the words, whatever their case; titles that begin with them come first. */
export function found(commands: readonly Command[], words: string): Command[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [...commands];
  const rank = ({ title, above }: Command) => {
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return above.join(" ").toLowerCase().includes(wanted) ? 2 : 3;
  };
  return commands
    .map((command) => ({ command, place: rank(command) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .map(({ command }) => command);
}
