let isChatNext = false;

/** Marks the next opened lead as opened for a reply: its conversation is shown and the composer has the focus. */
export function answerNext(): void {
  isChatNext = true;
}

/** Takes the mark: whether the lead was opened for a reply. */
export function takeAnswerNext(): boolean {
  const was = isChatNext;
  isChatNext = false;
  return was;
}
