let isChatNext = false;

/** The lead that is opened next is opened to answer: its conversation is shown, and the place to write has the keyboard. */
export function answerNext(): void {
  isChatNext = true;
}

/** Whether the lead that has come up was opened to answer; asked once. */
export function takeAnswerNext(): boolean {
  const was = isChatNext;
  isChatNext = false;
  return was;
}
