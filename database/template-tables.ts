import type { RecordId } from "@homeroom/contract/ids";
import type {
  RejectReason,
  ReviewStatus,
  TemplateCategory,
  TemplateContent,
  TemplateLanguage,
  TemplateUsage,
} from "@homeroom/contract/message-templates";
import type { Generated } from "kysely";
import type { Json, MaybeJson, MaybeMoment, RecordColumns } from "./columns.ts";

export interface MessageTemplateTable extends RecordColumns {
  template_id: RecordId;
  business_account_id: string;
  name: string;
  language: TemplateLanguage;
  category: TemplateCategory;
  usage: Generated<TemplateUsage>;
  content: Json<TemplateContent>;
  approved_content: MaybeJson<TemplateContent>;
  open_status: Generated<number>;
  review_status: Generated<ReviewStatus>;
  reject_reason: RejectReason | null;
  reject_detail: Generated<string>;
  stopped: "paused" | "disabled" | "refused" | null;
  provider_id: string | null;
  submitted_at: MaybeMoment;
  handed_over_at: MaybeMoment;
  checked_at: MaybeMoment;
  /** Of the last 30 days. */
  revised_at: Generated<Date[]>;
  deleted_at: MaybeMoment;
}
