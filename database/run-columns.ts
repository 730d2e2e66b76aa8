import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment, OrganizationColumns } from "./columns.ts";
import type { StoredActor } from "./sign-in-tables.ts";

/** What every run has, the long work of `platform/runs`, beside its id and its state. */
export interface RunColumns extends OrganizationColumns {
  actor: Json<StoredActor>;
  /** Failures in a row. */
  tries: Generated<number>;
  /** Why it was given up. */
  problem: Generated<string>;
  created_at: CreatedAt;
  finished_at: MaybeMoment;
}
