/**
 * Web addresses in texts, without trailing punctuation or surrounding Chinese punctuation. For `matchAll` and `replace`
 * only: calls of `exec` would share its position.
 */
export const webAddress =
  /https?:\/\/[^\s<>"'{}|，。；：！？、（）「」『』《》]*[^\s<>"'{}|，。；：！？、（）「」『』《》.,;:!?)\]]/gi;
