import type { AccountId, FileId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Moment, OrganizationColumns } from "./columns.ts";

export interface ScheduledMessageTable extends OrganizationColumns {
  scheduled_id: RecordId;
  contact_id: string;
  kind: "text" | "image" | "document" | "audio" | "video";
  text: Generated<string>;
  file_id: FileId | null;
  quoted_id: MessageId | null;
  send_at: Moment;
  state: Generated<"waiting" | "sent" | "refused" | "deleted">;
  failure: string | null;
  created_by: AccountId;
  created_at: CreatedAt;
  version: Generated<number>;
}

export interface ReplyGroupTable extends OrganizationColumns {
  group_id: RecordId;
  name: string;
  sort: Generated<number>;
  created_at: CreatedAt;
}

export interface ReplyMessageTable extends OrganizationColumns {
  reply_id: RecordId;
  group_id: RecordId;
  content: string;
  image_id: FileId | null;
  file_id: FileId | null;
  sort: Generated<number>;
  created_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}
