import type { RouteFacts } from "../../routes/menu-tree.ts";

/** A visited route. Its identity is its path. */
export interface Tag {
  path: string;
  /** With the query of the last visit. */
  fullPath: string;
  name: string;
  title: Pick<RouteFacts, "title" | "titles">;
  /** Title given by the address. */
  givenTitle?: string | undefined;
  icon: string;
  /** Comes first and cannot be closed. */
  affix: boolean;
  keepAlive: boolean;
}

/** The tags after a visit: a new one at the end, a known one updated in place. */
export function visited(tags: readonly Tag[], tag: Tag): Tag[] {
  const known = tags.findIndex(({ path }) => path === tag.path);
  if (known === -1) return tag.affix ? [...tags.filter(isAffix), tag, ...tags.filter(isNotAffix)] : [...tags, tag];
  return tags.map((other, index) => (index === known ? tag : other));
}

export type Closing = "one" | "others" | "left" | "right" | "all";

/** The tags that remain after closing some relative to one tag. Affixed tags always remain. */
export function remaining(tags: readonly Tag[], path: string, closing: Closing): Tag[] {
  const place = tags.findIndex((tag) => tag.path === path);
  const stays = (index: number) =>
    ({
      one: index !== place,
      others: index === place,
      left: index >= place,
      right: index <= place,
      all: false,
    })[closing];
  return tags.filter((tag, index) => tag.affix || stays(index));
}

/** Whether there is anything to close on a side. */
export function canClose(tags: readonly Tag[], path: string, closing: Closing): boolean {
  return remaining(tags, path, closing).length < tags.length;
}

/** Where to go if the current tag was closed: to the last remaining one, else home; null if it is still there. */
export function nextAddress(remainingTags: readonly Tag[], currentPath: string): string | null {
  if (remainingTags.some(({ path }) => path === currentPath)) return null;
  return remainingTags.at(-1)?.fullPath ?? "/";
}

function isAffix(tag: Tag): boolean {
  return tag.affix;
}

function isNotAffix(tag: Tag): boolean {
  return !tag.affix;
}
