import type { HandOverForm } from "@homeroom/contract/hand-over";
import type { AccountId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
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
  state: Generated<"running" | "done" | "failed" | "undoing" | "undone">;
  total: number;
  moved: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
  tries: Generated<number>;
  problem: Generated<string>;
  created_at: CreatedAt;
  finished_at: MaybeMoment;
}

export interface HandOverLeadTable {
  organization_id: OrganizationId;
  hand_over_id: RecordId;
  step: number;
  lead_id: LeadId;
  receiver_id: AccountId | null;
  returned: boolean | null;
  created_at: CreatedAt;
}
