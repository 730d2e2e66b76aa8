/** "(3) 對話 - Homeroom": the title with how many customers wait before it, or without it. */
export function badgedTitle(title: string, waiting: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, "");
  if (waiting === 0) return plain;
  return `(${waiting > 99 ? "99+" : waiting}) ${plain}`;
}
