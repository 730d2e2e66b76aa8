import type {
  ImageFailure,
  ImageModel,
  ImageRatio,
  ImageResolution,
  ImageState,
  ImageType,
} from "@homeroom/contract/ai-images";
import type { AccountId, FileId, RecordId } from "@homeroom/contract/ids";
import type { Generated } from "kysely";
import type { CreatedAt, Day, MaybeMoment, OrganizationColumns } from "./columns.ts";
import type { RunColumns } from "./run-columns.ts";

export interface ImageTaskTable extends RunColumns {
  task_id: RecordId;
  /** The first day of the month whose allowance it takes from. */
  month: Day;
  created_by: AccountId;
  state: Generated<"running" | "done" | "failed">;
}

export interface ImageTable extends OrganizationColumns {
  image_id: RecordId;
  name: Generated<string>;
  type: ImageType;
  state: ImageState;
  reason: ImageFailure | null;
  detail: Generated<string>;
  prompt: Generated<string>;
  ratio: ImageRatio | null;
  resolution: ImageResolution | null;
  model: ImageModel | null;
  tags: string[];
  source_id: RecordId | null;
  task_id: RecordId | null;
  asked_at: MaybeMoment;
  attempts: Generated<number>;
  file_id: FileId | null;
  width: Generated<number>;
  height: Generated<number>;
  size: Generated<number>;
  content_type: Generated<string>;
  created_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  deleted_at: MaybeMoment;
  version: Generated<number>;
}

interface ImageCopyTable extends OrganizationColumns {
  file_id: FileId;
  image_id: RecordId;
  created_at: CreatedAt;
}

interface ImageUsageTable extends OrganizationColumns {
  month: Day;
  images: number;
}

interface ImageStorageTable extends OrganizationColumns {
  bytes: number;
}

export interface ImageTables {
  ai_image_task: ImageTaskTable;
  ai_image: ImageTable;
  ai_image_copy: ImageCopyTable;
  ai_image_usage: ImageUsageTable;
  ai_image_storage: ImageStorageTable;
}
