/** The value of a date field that is only partly written. No schema accepts it, so it is never saved as an empty date. */
export const incompleteDate = "incomplete";

/** What a date field holds. Browsers report a partly written date as an empty value. */
export function writtenDate({ value, validity }: Pick<HTMLInputElement, "value" | "validity">): string {
  return validity.badInput ? incompleteDate : value;
}
