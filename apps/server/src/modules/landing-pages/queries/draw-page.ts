import { pageScriptPath, renderPage } from "@homeroom/contract/page-design/render-page";
import { filesByIds } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PagePlace } from "../rules/addresses.ts";
import type { LandingPage } from "../rules/landing-page.ts";

/** The HTML of a page as visitors get it. */
export async function drawPage(
  tx: Tx,
  { scope, page, place: { path, url }, number }: { scope: Scope; page: LandingPage; place: PagePlace; number: number },
): Promise<string> {
  const files = await filesByIds(tx, scope, page.picture_ids);
  const pictures = new Map(
    [...files.values()].map(({ file_id: id, width, height }) => [
      id,
      { url: `${path}/pictures/${id}`, width: width ?? 1200, height: height ?? 900 },
    ]),
  );
  const sharePicture = page.share_file_id ? pictures.get(page.share_file_id) : undefined;
  const { origin } = new URL(url);
  return renderPage(
    {
      name: page.name,
      theme: page.theme,
      language: page.language,
      sections: page.sections,
      buttonAction: page.button_action,
      title: page.title,
      description: page.description,
      consentText: page.consent_text,
    },
    {
      url,
      path,
      version: number,
      pictures,
      script: pageScriptPath,
      sharePicture: sharePicture ? { ...sharePicture, url: `${origin}${sharePicture.url}` } : null,
      icon: (page.icon_file_id && pictures.get(page.icon_file_id)) ?? null,
      trackingCode: page.tracking_code,
      editing: false,
    },
  );
}
