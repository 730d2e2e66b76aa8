/** An id for a new section of a page. */
export function newSectionId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}
