import { type RawBuilder, type SqlBool, sql } from "kysely";
import { plannedEachTime } from "./prepared-client.ts";
import type { Scope } from "./scope.ts";

interface Spelling {
  /** The separator that the database uses in the parts of names; see database/migrations/0611-name-sounds.ts. */
  system: "p" | "j";
  initials: readonly string[];
  finals: readonly string[];
}

/** Initials and finals of syllables in pinyin and in jyutping. Not every pair of them exists, which does no harm. */
const spellings: readonly Spelling[] = [
  {
    system: "p",
    initials: "zh ch sh b p m f d t n l g k h j q x r z c s y w".split(" "),
    finals:
      "iang iong uang uai ang eng ing ong iao ian uan van ia ie iu in ua uo ui un ue ve ai ei ao ou an en er yu a o e i u v".split(
        " ",
      ),
  },
  {
    system: "j",
    initials: "ng gw kw b p m f d t n l g k h w z c s j".split(" "),
    finals:
      "aang oeng yun yut aai aau aam aan aap aat aak ang eng ing ong ung oek oei eon eot eoi oet yu aa ai au am an ap at ak ei eu em en ep et ek iu im in ip it ik oi ou on ot ok ui un ut uk oe a e i o u m ng".split(
        " ",
      ),
  },
];

const maxLetters = 24;
const maxParts = 6;
const maxReadings = 12;

/**
 * The condition that a name sounds like the words: pinyin or jyutping, full, begun or as initials ("chenxm", "xiaoming",
 * "cxm"), or initials in zhuyin ("ㄔㄒㄇ"). `keys` is the column of the name's keys. Null for words that cannot spell a name.
 */
export function soundsLike(keys: RawBuilder<unknown>, scope: Scope, words: string): RawBuilder<SqlBool> | null {
  const readings = readingsOf(words);
  if (readings.length === 0) return null;
  const conditions = readings.map(
    (parts) => sql`${keys} @> sound_numbers(${scope.organizationId}::uuid, ${sql.val(parts)}::text[])`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)} ${sql.raw(plannedEachTime)})`;
}

/** Every way to read the words as the sounds of a name: for each, the parts that such a name has. */
export function readingsOf(words: string): string[][] {
  const text = words.normalize("NFKC").toLowerCase().replaceAll("ü", "v").trim();
  const symbols = text.replace(/[\sˊˇˋ˙]/g, "");
  if (/^[ㄅ-ㄩ]{1,6}$/.test(symbols)) return [partsOf("z", Array.from(symbols))].filter(hasParts);
  const letters = text.replace(/['’\s]+/g, " ");
  if (!/^[a-z][a-z ]*$/.test(letters) || letters.length > maxLetters) return [];
  return spellings
    .flatMap((spelling) =>
      divided(letters.split(" "), spelling).map((syllables) => partsOf(spelling.system, syllables)),
    )
    .filter(hasParts);
}

// Without parts, every name would match.
const hasParts = (parts: readonly string[]) => parts.length > 0;

/** The words as syllables, each full, partial or only its initial; readings with the fewest syllables come first. */
function divided(words: readonly string[], spelling: Spelling): string[][] {
  const known = new Map<string, string[][]>();
  let all: string[][] = [[]];
  for (const word of words) {
    const ways = waysOf(word, { spelling, most: maxParts, known });
    all = all.flatMap((before) => ways.map((way) => [...before, ...way])).filter(({ length }) => length <= maxParts);
  }
  return all.toSorted(byLength).slice(0, maxReadings);
}

interface Division {
  spelling: Spelling;
  /** The most syllables allowed for the rest. */
  most: number;
  /** Results by position, so that the cost grows only with the length of the word. */
  known: Map<string, string[][]>;
}

function waysOf(word: string, division: Division): string[][] {
  if (word === "") return [[]];
  if (division.most === 0) return [];
  const key = `${division.most} ${word}`;
  const ways = division.known.get(key) ?? shortest(allWaysOf(word, division));
  division.known.set(key, ways);
  return ways;
}

function allWaysOf(word: string, division: Division): string[][] {
  const { initials, finals } = division.spelling;
  const ways: string[][] = [];
  const add = (syllable: string) => {
    const rest = waysOf(word.slice(syllable.length), { ...division, most: division.most - 1 });
    for (const others of rest) ways.push([syllable, ...others]);
  };
  for (const initial of ["", ...initials].filter((one) => word.startsWith(one))) {
    const rest = word.slice(initial.length);
    for (const final of finals) {
      if (rest.startsWith(final)) add(initial + final);
      // The last syllable may be partial.
      else if (rest !== "" && final.startsWith(rest)) ways.push([word]);
    }
    if (initial !== "") add(initial);
  }
  return ways;
}

function shortest(ways: readonly string[][]): string[][] {
  const different = new Map(ways.map((way) => [way.join(" "), way]));
  return [...different.values()].toSorted(byLength).slice(0, maxReadings);
}

const byLength = (one: readonly string[], other: readonly string[]) => one.length - other.length;

/** The parts in the keys of a name with these syllables; empty if they are too few for a search. */
function partsOf(system: "p" | "j" | "z", syllables: readonly string[]): string[] {
  const letters = syllables.map((syllable) => syllable.slice(0, 1));
  const begun = system === "z" ? [] : syllables.filter(({ length }) => length > 1).map((one) => system + one);
  if (letters.length === 1) return system === "z" ? [`iz:${letters[0]}`] : begun;
  const size = Math.min(letters.length, 3);
  const following = letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(""));
  // "zzzzzz" would find every name with three such initials: its parts are the same as those of "zzz".
  if (begun.length === 0 && new Set(following).size < following.length) return [];
  return [...begun, ...following.map((initials) => `i${system}:${initials}`)];
}
