import type { ConcurrentIndex } from "../migration.ts";

/** The id of a reply may be proposed by its maker; it is unique in the whole product. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "reply_message_identity", unique: true, definition: "on reply_message (reply_id)" },
];
