export interface KeptScreen<Element, Location> {
  name: string;
  element: Element;
  /** The address that the screen was left at: hidden screens go on seeing their own. */
  location: Location;
}

/**
 * The screens to hold: the current one brought up to date, the others as they were left, those without a tag let go.
 * Answers the same list when nothing has changed.
 */
export function keptScreens<Element, Location>(
  held: readonly KeptScreen<Element, Location>[],
  current: KeptScreen<Element, Location> | null,
  names: ReadonlySet<string>,
): readonly KeptScreen<Element, Location>[] {
  const known = held.find(({ name }) => name === current?.name);
  const same = !current || (known?.element === current.element && known.location === current.location);
  const staying = held.filter(({ name }) => name === current?.name || names.has(name));
  if (same && staying.length === held.length) return held;
  if (!current) return staying;
  return known ? staying.map((screen) => (screen === known ? current : screen)) : [...staying, current];
}
