import type { HandOverForm } from "@homeroom/contract/hand-over";
import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Json, OrganizationColumns } from "./columns.ts";
import type { RunColumns } from "./run-columns.ts";

export interface HandOverTable extends RunColumns {
  hand_over_id: RecordId;
  account_id: AccountId;
  nickname: string;
  created_by: AccountId;
  plan: Json<HandOverForm["plan"]>;
  leaves: boolean;
  state: Generated<"running" | "done" | "failed" | "undoing" | "undone">;
  total: number;
  moved: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
}

export interface HandOverLeadTable extends OrganizationColumns {
  hand_over_id: RecordId;
  step: number;
  lead_id: LeadId;
  receiver_id: AccountId | null;
  returned: boolean | null;
  created_at: CreatedAt;
}
