import type { MenuOption } from "@homeroom/contract/menus";

/** A node of the tree, with its parents and children. */
interface TreeNode {
  option: MenuOption;
  parent: TreeNode | null;
  children: TreeNode[];
}

/** The tree by id, used to decide how ticking one node affects others. */
export type PermissionIndex = ReadonlyMap<string, TreeNode>;
export type TickedIds = ReadonlySet<string>;

/** The tree to tick, without screens that are granted automatically, and without catalogues that are then empty. */
export function tickable(options: readonly MenuOption[]): MenuOption[] {
  return options.flatMap((option) => {
    const children = tickable(option.children ?? []);
    if (children.length === 0 && (option.follows || option.type === "CATALOG")) return [];
    return [{ ...option, children }];
  });
}

export function indexOf(options: readonly MenuOption[]): PermissionIndex {
  const index = new Map<string, TreeNode>();
  const add = (option: MenuOption, parent: TreeNode | null): TreeNode => {
    const place: TreeNode = { option, parent, children: [] };
    index.set(option.value, place);
    place.children = (option.children ?? []).map((child) => add(child, place));
    return place;
  };
  for (const option of options) add(option, null);
  return index;
}

function below(place: TreeNode): TreeNode[] {
  return place.children.flatMap((child) => [child, ...below(child)]);
}

function above(place: TreeNode): TreeNode[] {
  return place.parent ? [place.parent, ...above(place.parent)] : [];
}

const isFree = ({ option }: TreeNode) => option.type !== "BUTTON" || option.grantable;

interface Toggle {
  id: string;
  on: boolean;
  /** Parents and children go together. */
  linked: boolean;
}

/**
 * The ticks after one node was ticked or unticked. Linked: everything below that the person may grant follows; parents are
 * ticked as long as anything below them is; and an action on a screen also ticks its view permission.
 */
export function toggled(index: PermissionIndex, ticked: TickedIds, { id, on, linked }: Toggle): Set<string> {
  const next = new Set(ticked);
  const place = index.get(id);
  if (!place) return next;
  const set = (one: TreeNode, value: boolean) => {
    if (!isFree(one)) return;
    if (value) next.add(one.option.value);
    else next.delete(one.option.value);
  };
  set(place, on);
  if (!linked) return next;
  for (const one of below(place)) set(one, on);
  if (on) for (const one of seeingFor(place)) set(one, true);
  for (const one of above(place)) {
    if (below(one).some((other) => next.has(other.option.value))) next.add(one.option.value);
    else next.delete(one.option.value);
  }
  return next;
}

/** The sibling that grants viewing. */
function seeingFor(place: TreeNode): TreeNode[] {
  if (place.option.type !== "BUTTON") return [];
  const wanted = `${resourceOf(place.option.perm)}:query`;
  return (place.parent?.children ?? []).filter(({ option }) => option.perm === wanted);
}

/** `crm:lead` of `crm:lead:edit`. */
export function resourceOf(perm: string): string {
  return perm.split(":").slice(0, 2).join(":");
}

/** The state of a checkbox: `some` if only a part of what is below is ticked. */
export function stateOf(index: PermissionIndex, ticked: TickedIds, id: string, linked: boolean): "on" | "off" | "some" {
  const place = index.get(id);
  if (!place) return "off";
  const own = ticked.has(id);
  if (!linked || place.children.length === 0) return own ? "on" : "off";
  const all = below(place);
  const some = all.filter(({ option }) => ticked.has(option.value)).length;
  if (own && some === all.length) return "on";
  return own || some > 0 ? "some" : "off";
}

/** How many of the permissions below are ticked. */
export function countsOf(index: PermissionIndex, ticked: TickedIds, id: string): { ticked: number; all: number } {
  const place = index.get(id);
  const buttons = place ? below(place).filter(({ option }) => option.type === "BUTTON") : [];
  return { ticked: buttons.filter(({ option }) => ticked.has(option.value)).length, all: buttons.length };
}

/** Whether a screen has ticked permissions but not the view permission. */
export function lacksSeeing(option: MenuOption, ticked: TickedIds): boolean {
  const buttons = option.children ?? [];
  const asked = buttons.filter((button) => ticked.has(button.value) && !button.perm.endsWith(":query"));
  return asked.some((button) => {
    const seeing = buttons.find((other) => other.perm === `${resourceOf(button.perm)}:query`);
    return seeing !== undefined && !ticked.has(seeing.value);
  });
}

export interface Changes {
  added: string[];
  removed: string[];
}

/** The screens and permissions that differ from the saved state, in tree order. Catalogues follow automatically. */
export function changesOf(index: PermissionIndex, saved: TickedIds, ticked: TickedIds): Changes {
  const counted = [...index].filter(([, { option }]) => option.type !== "CATALOG").map(([id]) => id);
  return {
    added: counted.filter((id) => ticked.has(id) && !saved.has(id)),
    removed: counted.filter((id) => saved.has(id) && !ticked.has(id)),
  };
}

/** The person's changes, rebased on what somebody else has saved. */
export function reapplied(saved: TickedIds, { added, removed }: Changes): Set<string> {
  const gone = new Set(removed);
  return new Set([...[...saved].filter((id) => !gone.has(id)), ...added]);
}

/** Another role's ticks that the person may grant, and how many had to be left out. */
export function copiedPermissions(
  index: PermissionIndex,
  theirs: readonly string[],
): { ticked: Set<string>; left: number } {
  const known = theirs.flatMap((id) => index.get(id) ?? []);
  const free = known.filter(isFree);
  return { ticked: new Set(free.map(({ option }) => option.value)), left: known.length - free.length };
}

/** The part of the tree that matches the words, with the parents and children of the matches. */
export function matching(
  options: readonly MenuOption[],
  words: string,
  textOf: (option: MenuOption) => string,
): MenuOption[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [...options];
  return options.flatMap((option) => {
    if (textOf(option).toLowerCase().includes(wanted)) return [option];
    const children = matching(option.children ?? [], words, textOf);
    return children.length > 0 ? [{ ...option, children }] : [];
  });
}
