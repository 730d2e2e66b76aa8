import { type CustomList, customLists } from "@homeroom/contract/media";

/** Counting stops here. */
const countedTo = 1000;

/** The number of uses as text: "12", or "1000+". */
export function numberOfUses(count: number): string {
  return count >= countedTo ? `${countedTo}+` : String(count);
}

/** What uses the items of a list, as a key of the texts `uses.*`. */
export function userOf(list: CustomList): "lead" | "product" | "page" {
  if (list === customLists.productTypes) return "product";
  return list === customLists.landingCategories ? "page" : "lead";
}
