import { type BranchId, FileId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A published landing page of a branch, with its version and a picture. */
export interface LandingRows {
  landingPageId: RecordId;
  landingName: string;
  landingVersionId: RecordId;
  landingImageId: FileId;
  landingDeliveryId: RecordId;
  landingEntryId: RecordId;
  landingCategoryId: RecordId;
  landingDomainId: RecordId;
}

export function landingIds(name: string): LandingRows {
  const landingImageId = FileId.parse(v7());
  return {
    landingPageId: newId(),
    landingName: `${name}的落地頁`,
    landingVersionId: newId(),
    landingImageId,
    landingDeliveryId: newId(),
    landingEntryId: newId(),
    landingCategoryId: newId(),
    landingDomainId: newId(),
  };
}

/** Its URL name, which no other page has. */
export function urlNameOf({ landingPageId }: LandingRows): string {
  return `page-${landingPageId.slice(-12)}`;
}

/** Its own host name, which no other organisation has. */
export function hostOf({ landingDomainId }: LandingRows): string {
  return `${landingDomainId}.example`;
}

/** An address at which nobody answers. */
const nobodyThere = "http://127.0.0.1:9/";

/** Puts it back as it was: existing and published. */
export async function restoreLandingPages({ base }: Stage, rows: LandingRows & { branchId: BranchId }): Promise<void> {
  const { branchId, landingPageId, landingName, landingVersionId, landingImageId, landingCategoryId } = rows;
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, storage_key)
     select organization_id, $2::uuid, 'page.png', 'image/png', $2::uuid::text from branch where branch_id = $1
     on conflict do nothing`,
    [branchId, landingImageId],
  );
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name)
     select organization_id, $2::uuid, 8, $2::uuid::text from branch where branch_id = $1 on conflict do nothing`,
    [branchId, landingCategoryId],
  );
  await base.owner.query(
    `insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action,
       published_revision, published_at, picture_ids, webhook_url, tracking_code, category_id)
     select organization_id, $2, branch_id, $3, $4, 'camp', 'zh-tw', 'form', 1, now(), array[$5::uuid], $6, '<!-- -->',
       $7
     from branch where branch_id = $1
     on conflict (organization_id, page_id) do update set deleted_at = null, version = 1, name = excluded.name,
       url_name = excluded.url_name, branch_id = excluded.branch_id, sections = '[]',
       picture_ids = excluded.picture_ids, category_id = excluded.category_id`,
    [branchId, landingPageId, landingName, urlNameOf(rows), landingImageId, nobodyThere, landingCategoryId],
  );
  await base.owner.query(
    `insert into landing_delivery (organization_id, delivery_id, page_id, body, state)
     select organization_id, $2, page_id, '{}', 'done' from landing_page where page_id = $1
     on conflict (organization_id, delivery_id) do update set state = 'done', next_at = null, attempts = 0`,
    [landingPageId, rows.landingDeliveryId],
  );
  await base.owner.query(
    `insert into landing_entry (organization_id, entry_id, page_id, fields, source, consent_text, state, problem)
     select organization_id, $2, page_id, '{"name":"陳媽媽"}', '{}', '', 'failed', 'refused'
     from landing_page where page_id = $1
     on conflict (organization_id, entry_id) do update set state = 'failed', problem = 'refused', lead_id = null, done_at = null`,
    [landingPageId, rows.landingEntryId],
  );
  await base.owner.query(
    `insert into landing_version (organization_id, version_id, page_id, number, content, html, picture_ids, has_tracking)
     select organization_id, $2, page_id, 1, to_jsonb(page), '<!doctype html>', '{}', false
     from landing_page page where page_id = $1 on conflict do nothing`,
    [landingPageId, landingVersionId],
  );
  await base.owner.query("delete from landing_split where page_id = $1", [landingPageId]);
  await base.owner.query("update landing_page set live_version_id = $2, revision = 2 where page_id = $1", [
    landingPageId,
    landingVersionId,
  ]);
  await base.owner.query(
    `insert into landing_domain (organization_id, domain_id, host)
     select organization_id, $2::uuid, $2::uuid::text || '.example' from landing_page where page_id = $1 on conflict do nothing`,
    [landingPageId, rows.landingDomainId],
  );
}
