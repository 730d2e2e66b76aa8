/** Runs the work for one item after another; stops at the first failure. */
export function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  return items.reduce((before, item) => before.then(() => work(item)), Promise.resolve());
}
