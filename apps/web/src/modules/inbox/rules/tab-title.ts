/** "(3) 對話 - Homeroom": the title with how much is unread before it, or without it. */
export function badgedTitle(title: string, unread: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, "");
  if (unread === 0) return plain;
  return `(${unread > 99 ? "99+" : unread}) ${plain}`;
}
