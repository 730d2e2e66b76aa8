import type { ConcurrentIndex } from "../migration.ts";

/** A search for names needs the parts of every lead's: migrating waits for them, and the release before goes on meanwhile. */
export const afterBackfills = ["1006-lead-name-keys"];

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "lead_search_names",
    definition: "on lead_search using gin (name_keys) with (gin_pending_list_limit = 512)",
  },
];
