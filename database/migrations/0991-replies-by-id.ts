import type { ConcurrentIndex } from "../migration.ts";

/** Those who make a reply may propose its id, which is unique in the whole product. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "reply_message_identity", unique: true, definition: "on reply_message (reply_id)" },
];
