import { pageScriptPath, renderPage } from "@homeroom/contract/page-design/render-page";
import { filesByIds, narrowOnes, type StoredFile } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PagePlace } from "../rules/addresses.ts";
import type { LandingPage } from "../rules/landing-page.ts";

interface PageDrawing {
  scope: Scope;
  page: LandingPage;
  place: PagePlace;
  /** The version's number. */
  number: number;
  /** Draws it for people who look at the draft: where each picture is seen; no script and no tracking code. */
  pictureUrl?: (file: StoredFile) => string;
}

/** The HTML of a page as visitors get it. */
export async function drawPage(tx: Tx, drawn: PageDrawing): Promise<string> {
  const { scope, page, number, pictureUrl } = drawn;
  const { path, url } = drawn.place;
  const files = await filesByIds(tx, scope, page.picture_ids);
  const narrow = await narrowOnes(tx, scope, pictureUrl ? [] : page.picture_ids);
  const pictures = new Map(
    [...files.values()].map((file) => [
      file.file_id,
      {
        url: pictureUrl ? pictureUrl(file) : `${path}/pictures/${file.file_id}`,
        width: file.width ?? 1200,
        height: file.height ?? 900,
        widths: narrow.get(file.file_id)?.map(({ width }) => width) ?? [],
      },
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
      script: pictureUrl ? "" : pageScriptPath,
      sharePicture: sharePicture && !pictureUrl ? { ...sharePicture, url: `${origin}${sharePicture.url}` } : null,
      icon: (page.icon_file_id && pictures.get(page.icon_file_id)) ?? null,
      trackingCode: pictureUrl ? "" : page.tracking_code,
      editing: false,
    },
  );
}
