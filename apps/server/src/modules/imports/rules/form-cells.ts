/** A form's fields as cells: lists with commas, what lies inside a field under both names (`contact1Phone`). */
export function formCells(form: Readonly<Record<string, unknown>>): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [field, value] of Object.entries(form)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) {
        cells[`${field}${name.charAt(0).toUpperCase()}${name.slice(1)}`] = textOf(inner);
      }
    } else cells[field] = textOf(value);
  }
  return cells;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
