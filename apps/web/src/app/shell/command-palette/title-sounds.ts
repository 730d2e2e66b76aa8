import readings from "./title-sounds.json" with { type: "json" };

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
