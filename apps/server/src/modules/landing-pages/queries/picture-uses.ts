import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, can } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";
import { reachPages } from "../policy.ts";
import { withinReach } from "./pages.ts";

/** The landing pages that show one of these files, in their draft or to visitors. */
export async function picturesOfPages(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "ad:landing:query") || fileIds.length === 0) return [];
  const files = sql`${sql.val([...fileIds])}::uuid[]`;
  const rows = await withinReach(tx.selectFrom("landing_page"), reachPages(actor, "ad:landing:query"))
    .select(["page_id as recordID", "name"])
    .where("deleted_at", "is", null)
    .where(
      sql<boolean>`(picture_ids && ${files} or exists (
        select from landing_version live where live.organization_id = landing_page.organization_id
          and live.version_id = landing_page.live_version_id and live.picture_ids && ${files}))`,
    )
    .orderBy("name")
    .orderBy("page_id")
    .limit(100)
    .execute();
  return rows.map((use) => ({ place: "landingPage", ...use }));
}
