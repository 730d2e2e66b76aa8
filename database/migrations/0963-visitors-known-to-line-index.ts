import type { ConcurrentIndex } from "../migration.ts";

/** The presses whose visitors LINE knows. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "landing_click_line_user",
    definition: "on landing_click (organization_id, created_at) where line_user is not null",
  },
];
