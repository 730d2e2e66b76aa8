import type { ConcurrentIndex } from "../migration.ts";

/** Finds the message of a file that still waits at its provider. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "message_file", definition: "on message (organization_id, file_id) where file_id is not null" },
];
