import type { Kysely } from "kysely";

/** What a file in `migrations/` exports: one or both. See docs/how-to/write-a-migration.md. */
export interface Migration {
  /** Built before `up`, outside of a transaction, while the tables are in use. */
  readonly indexes?: readonly ConcurrentIndex[];
  /** Changes tables, in one transaction. Takes locks, so it must be quick whatever the number of rows. */
  up?(db: Kysely<unknown>): Promise<void>;
}

/** `create [unique] index name definition`, built concurrently. */
export interface ConcurrentIndex {
  readonly name: string;
  readonly unique?: boolean;
  /** From `on` to the end: `on lead (organization_id, grade) where deleted_at is null`. */
  readonly definition: string;
}
