import type { ConcurrentIndex } from "../migration.ts";

/** By age. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "landing_delivery_age", definition: "on landing_delivery (created_at)" },
];
