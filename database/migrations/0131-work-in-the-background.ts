import type { ConcurrentIndex } from "../migration.ts";

/** The cleanup finds processed deliveries by their age. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "inbound_delivery_processed",
    definition: "on inbound_delivery (processed_at) where processed_at is not null",
  },
];
