import type { Kysely } from "kysely";

/** What a file in `migrations/` exports. See docs/how-to/write-a-migration.md. */
export interface Migration {
  /** Migrations whose backfills must be finished before this one. */
  readonly afterBackfills?: readonly string[];
  /** Built before `up`, outside of a transaction, while the tables are in use. */
  readonly indexes?: readonly ConcurrentIndex[];
  /** Changes tables, in one transaction. Takes locks, so it must be quick whatever the number of rows. */
  up?(db: Kysely<unknown>): Promise<void>;
  /** Fills existing rows after `up`, in batches, while the new release is in use. */
  readonly backfill?: Backfill;
}

/** `create [unique] index name definition`, built concurrently. */
export interface ConcurrentIndex {
  readonly name: string;
  readonly unique?: boolean;
  /** From `on` to the end: `on lead (organization_id, grade) where deleted_at is null`. */
  readonly definition: string;
}

/** `update table set assignments where condition`, for all rows in the order of the primary key. */
export interface Backfill {
  readonly table: string;
  /** `grade_key = lower(grade)` */
  readonly set: string;
  /** Rows that still need it; false for every row that has been set: `grade_key is null and grade is not null`. */
  readonly where: string;
}
