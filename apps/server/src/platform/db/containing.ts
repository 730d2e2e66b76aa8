/** The pattern of `like` and `ilike` for texts that contain the given one, whose `%`, `_` and `\` stand for themselves. */
export function containing(text: string | undefined): string {
  return `%${(text ?? "").replace(/[\\%_]/g, "\\$&")}%`;
}
