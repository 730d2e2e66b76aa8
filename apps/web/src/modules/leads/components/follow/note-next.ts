let isNoteNext = false;

/** The lead that is opened next is opened to write a note: its note field takes the keyboard when it is there. */
export function writeNoteNext(): void {
  isNoteNext = true;
}

/** Whether the lead that has come up was opened to write a note; asked once. */
export function takeNoteNext(): boolean {
  const was = isNoteNext;
  isNoteNext = false;
  return was;
}
