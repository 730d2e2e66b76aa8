/** Deterministic random values, all derived from the seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number between two, both included. */
  between(low: number, high: number): number;
  chance(part: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, with probability by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Several different ones, in the order drawn. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** An id in the shape of a UUIDv7, newer than the one before. */
  id(): string;
}

// Ids contain a time: a fixed one, so that they are the same on any day.
const firstIdAt = Date.UTC(2026, 5, 1);

/** The sfc32 generator. */
export function createRandom(seed: number): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed];
  let ids = 0;
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item;
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join("");
  return {
    next,
    between,
    pick,
    chance: (part) => next() < part,
    weighted(weights) {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]?.[0] as keyof typeof weights;
    },
    sample(items, count) {
      const rest = [...items];
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        return rest.splice(between(0, rest.length - 1), 1)[0] as (typeof items)[number];
      });
    },
    id() {
      ids += 1;
      const time = (firstIdAt + ids).toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
    },
  };
}
