let isNoteNext = false;

/** Marks the next opened lead as opened for a note: its note field takes the focus when it is mounted. */
export function writeNoteNext(): void {
  isNoteNext = true;
}

/** Takes the mark: whether the lead was opened for a note. */
export function takeNoteNext(): boolean {
  const was = isNoteNext;
  isNoteNext = false;
  return was;
}
