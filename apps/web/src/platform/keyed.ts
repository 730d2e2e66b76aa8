/** Items that have no id, each with a key: its name, and how often that came before. */
export function keyed<Item>(items: readonly Item[], nameOf: (item: Item) => string): { key: string; item: Item }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return { key: `${name} ${count}`, item };
  });
}
