import type { MenuId } from "@homeroom/contract/ids";
import { menuIdOf as idOf } from "./rules/menu-tree.ts";

/** The id of one of the product's own entries or buttons, by its name. */
export function menuIdOf(name: string): MenuId {
  return idOf(name);
}
