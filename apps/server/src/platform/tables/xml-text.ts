/** Escapes a text for XML, and removes the characters that XML 1.0 forbids. */
export function xmlText(text: string): string {
  const valid = text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "");
  return valid.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
