import type { HandOverForm } from "@homeroom/contract/hand-over";
import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeMoment } from "./columns.ts";

export interface HandOverTable {
  organization_id: OrganizationId;
  hand_over_id: RecordId;
  account_id: AccountId;
  nickname: string;
  created_by: AccountId;
  /** The actor of the server, as it was. */
  actor: Json<{ nickname: string }>;
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
