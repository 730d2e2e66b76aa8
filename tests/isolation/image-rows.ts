import type { FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** Images of an organisation: a finished one with its task, and a second one. */
export interface ImageRows {
  imageTaskId: RecordId;
  aiImageId: RecordId;
  secondImageId: RecordId;
  imagePrompt: string;
  imageTag: string;
}

export function imageIds(name: string): ImageRows {
  return {
    ...{ imageTaskId: newId(), aiImageId: newId(), secondImageId: newId() },
    ...{ imagePrompt: `${name}的海報`, imageTag: `${name}活動` },
  };
}

/** Puts both back, done and not deleted; their picture is one that was really uploaded. */
export async function restoreImages(
  { base }: Stage,
  rows: ImageRows & { organizationId: OrganizationId; fileId: FileId },
): Promise<void> {
  const { organizationId, imageTaskId, aiImageId, secondImageId, fileId, imagePrompt, imageTag } = rows;
  await base.owner.query(
    `insert into ai_image_task (organization_id, task_id, month, created_by, actor, state)
     values ($1, $2::uuid, '2026-01-01', $2::uuid, '{}', 'done') on conflict do nothing`,
    [organizationId, imageTaskId],
  );
  await base.owner.query(
    `insert into ai_image (organization_id, image_id, type, state, prompt, ratio, resolution, model, tags, task_id, file_id)
     select $1, id::uuid, 'generated', 'done', $4, '1:1', '2K', 'v1', array[$5], $3, $6
     from unnest(array[$2, $7]) as wanted(id)
     on conflict (organization_id, image_id) do update set deleted_at = null, version = 1, prompt = excluded.prompt,
       name = '', tags = excluded.tags, state = 'done', reason = null, file_id = excluded.file_id`,
    [organizationId, aiImageId, imageTaskId, imagePrompt, imageTag, fileId, secondImageId],
  );
}
