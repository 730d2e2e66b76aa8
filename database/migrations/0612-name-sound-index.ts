import type { Backfill, ConcurrentIndex } from "../migration.ts";

/** Without the organisation, because the numbers are its own; see `lead_keys` in 0005. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "lead_sounds", definition: "on lead using gin (sound_keys) where deleted_at is null" },
];

export const backfill: Backfill = {
  table: "account",
  set: "sound_keys = sound_keys_of(organization_id, nickname, last_name || first_name)",
  where: "sound_keys is null",
};
