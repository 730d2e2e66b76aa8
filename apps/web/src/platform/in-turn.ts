/** Does the work for one item after the other; the first failure ends it. */
export function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  return items.reduce((before, item) => before.then(() => work(item)), Promise.resolve());
}
