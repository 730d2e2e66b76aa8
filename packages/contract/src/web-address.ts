/**
 * Web addresses as people write them into texts, without the punctuation after them and without that of Chinese around them.
 * For `matchAll` and `replace` only: it keeps its place between calls of `exec`.
 */
export const webAddress =
  /https?:\/\/[^\s<>"'{}|，。；：！？、（）「」『』《》]*[^\s<>"'{}|，。；：！？、（）「」『』《》.,;:!?)\]]/gi;
