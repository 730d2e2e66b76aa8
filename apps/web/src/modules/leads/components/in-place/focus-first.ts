/** As the `ref` of a field that somebody has just opened: it takes the keyboard, once. */
export function focusFirst(field: { focus: () => void } | null): void {
  field?.focus();
}
