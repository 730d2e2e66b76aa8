import type { ConcurrentIndex } from "../migration.ts";

/** A picture has each width once. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "stored_file_narrow",
    unique: true,
    definition: "on stored_file (organization_id, narrow_of, width) where narrow_of is not null",
  },
];
