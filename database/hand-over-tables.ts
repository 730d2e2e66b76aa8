import type { HandOverForm } from "@homeroom/contract/hand-over";
import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment } from "./columns.ts";
import type { StoredActor } from "./sign-in-tables.ts";

export interface HandOverTable {
  organization_id: OrganizationId;
  hand_over_id: RecordId;
  account_id: AccountId;
  nickname: string;
  created_by: AccountId;
  actor: Json<StoredActor>;
  plan: Json<HandOverForm["plan"]>;
  leaves: boolean;
  state: Generated<"running" | "done" | "failed">;
  total: number;
  moved: Generated<number>;
  tries: Generated<number>;
  problem: Generated<string>;
  created_at: CreatedAt;
  finished_at: MaybeMoment;
}
