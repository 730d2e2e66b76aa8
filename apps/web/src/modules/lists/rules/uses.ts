import { type CustomList, customLists } from "@homeroom/contract/media";

/** Nobody counts further: what is used so often is used. */
const countedTo = 1000;

/** How many use something, as people read it: "12", or "1000+". */
export function numberOfUses(count: number): string {
  return count >= countedTo ? `${countedTo}+` : String(count);
}

/** What uses the items of a list, as the texts `uses.*` name it. */
export function userOf(list: CustomList): "lead" | "product" | "page" {
  if (list === customLists.productTypes) return "product";
  return list === customLists.landingCategories ? "page" : "lead";
}
