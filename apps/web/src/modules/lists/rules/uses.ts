/** Nobody counts further: what is used so often is used. */
const countedTo = 1000;

/** How many use something, as people read it: "12", or "1000+". */
export function numberOfUses(count: number): string {
  return count >= countedTo ? `${countedTo}+` : String(count);
}
