import { pageScriptPath, renderPage } from "@homeroom/contract/page-design/render-page";
import { sectionsOfTemplate } from "@homeroom/contract/page-design/templates";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { v7 } from "uuid";
import type { BenchDatabase } from "../measure/database.ts";

export const pagePath = "/p/bench/summer";

/** Publishes a page of the summer-camp template at `pagePath`; returns its HTML. */
export async function publishPage({ db, owner }: BenchDatabase): Promise<string> {
  const { organizationId, branchIds } = await buildOrganization(db, "補習班");
  const [pageId, versionId] = [v7(), v7()];
  const content = {
    ...{ name: "夏令營", theme: "camp" as const, language: "zh-tw" as const, title: "夏令營", description: "" },
    ...{ sections: sectionsOfTemplate("camp", "zh-tw"), buttonAction: "form" as const, consentText: "" },
  };
  const html = renderPage(content, {
    ...{
      url: "",
      path: pagePath,
      version: 1,
      pictures: new Map(),
      script: pageScriptPath,
      sharePicture: null,
      icon: null,
    },
    ...{ trackingCode: "", editing: false },
  });
  await owner.query("insert into landing_site (organization_id, site_name) values ($1, 'bench')", [organizationId]);
  await owner.query(
    `insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action,
       published_revision, published_at, live_version_id, sections)
     values ($1, $2, $3, '夏令營', 'summer', 'camp', 'zh-tw', 'form', 1, now(), $4, $5)`,
    [organizationId, pageId, branchIds[0], versionId, JSON.stringify(content.sections)],
  );
  await owner.query(
    `insert into landing_version (organization_id, version_id, page_id, number, content, html, picture_ids, has_tracking)
     select organization_id, $2, page_id, 1, to_jsonb(page), $3, '{}', false from landing_page page where page_id = $1`,
    [pageId, versionId, html],
  );
  return html;
}
