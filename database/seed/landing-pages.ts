import type { FileId, RecordId } from "@homeroom/contract/ids";
import { noTracking } from "@homeroom/contract/landing-pages";
import { customLists } from "@homeroom/contract/media";
import { pageScriptPath, renderPage } from "@homeroom/contract/page-design/render-page";
import type { Section } from "@homeroom/contract/page-design/sections";
import {
  sectionsOfTemplate,
  type TemplateName,
  templateCategories,
  templates,
} from "@homeroom/contract/page-design/templates";
import { dayOf } from "./clock.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { productPictureId, writeNarrowPictures } from "./products.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;
const siteName = "chenguang";
/** The number of days for which the offline page has been offline. */
export const offlineDays = 14;

interface DemoPage {
  name: string;
  urlName: string;
  template: TemplateName;
  /** The position of its picture among those of the products. */
  picture: number;
  state: "published" | "changed" | "draft" | "offline";
  /** Clicks on a usual day; leads are those of `ad-leads.ts`. */
  clicks: number;
}

const pages: readonly DemoPage[] = [
  {
    name: "暑期營招生",
    urlName: "summer-camp",
    template: "camp",
    picture: 6,
    state: "published",
    clicks: 34,
  },
  { name: "鋼琴體驗課", urlName: "piano-trial", template: "music", picture: 2, state: "changed", clicks: 18 },
  { name: "秋季開放日", urlName: "open-day", template: "openDay", picture: 0, state: "offline", clicks: 11 },
  { name: "寒假考試衝刺班", urlName: "winter-exam", template: "exam", picture: 1, state: "draft", clicks: 0 },
];

const id = (area: string, index: number) => `0199c200-${area}-7000-8000-${String(index + 1).padStart(12, "0")}`;

/** Landing pages in every state, with the figures of some months. */
export async function writeLandingPages(tx: SeedTx, kit: SeedKit, place: Place): Promise<void> {
  const { organizationId } = place;
  await writeRows(tx, "landing_site", [{ organization_id: organizationId, site_name: siteName }]);
  const pictures = await tx
    .selectFrom("stored_file")
    .select(["file_id", "width", "height"])
    .where("organization_id", "=", organizationId)
    .where("content_type", "=", "image/jpeg")
    .where(
      "file_id",
      "in",
      pages.map(({ picture }) => productPictureId(picture)),
    )
    .execute();
  const shown = pages.filter(({ state }) => state !== "draft").map(({ picture }) => picture);
  const widths = await writeNarrowPictures(tx, kit, { ...place, places: shown });
  const categories = await tx
    .selectFrom("list_item")
    .select(["item_id", "code"])
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", customLists.landingCategories)
    .execute();
  const drawn = pages.map((page, index) => {
    const picture = pictures.find(({ file_id: fileId }) => fileId === productPictureId(page.picture)) ?? null;
    const sections = sectionsOf(page, picture?.file_id ?? null);
    const category = categories.find(({ code }) => code === templateCategories[page.template])?.item_id ?? null;
    const own = { pageId: id("0001", index), category };
    return { ...page, ...own, index, widths: widths.get(page.picture) ?? [], picture, sections };
  });
  await writeRows(
    tx,
    "landing_page",
    drawn.map((page) => pageRow(page, place)),
  );
  const published = drawn.filter(({ state }) => state !== "draft");
  await writeRows(
    tx,
    "landing_version",
    published.map((page) => versionRow(page, place)),
  );
  await writeRows(
    tx,
    "landing_day",
    published.flatMap((page) => daysOf(page, place)),
  );
}

interface Picture {
  file_id: FileId;
  width: number | null;
  height: number | null;
}
type DrawnPage = Omit<DemoPage, "picture"> & {
  index: number;
  pageId: string;
  category: RecordId | null;
  picture: Picture | null;
  widths: readonly number[];
  sections: Section[];
};

/** The ids of pages that are or were published. */
export const demoPages = { summerCamp: id("0001", 0), pianoTrial: id("0001", 1), openDay: id("0001", 2) };

const daysOnline = ({ index }: DrawnPage) => 80 - index * 10;
const madeAt = (page: DrawnPage, now: number) => new Date(now - daysOnline(page) * dayMs).toISOString();

/** The fields of the page and its version that decide what visitors see. */
function contentOf({ name, template, picture, sections }: DrawnPage) {
  return {
    ...{ theme: templates[template], language: "zh-tw" as const, title: name, description: "", sections },
    ...{
      share_file_id: null,
      icon_file_id: null,
      consent_text: consent,
      picture_ids: picture ? [picture.file_id] : [],
    },
    ...{
      button_action: "form" as const,
      area_code: "",
      phone: "",
      preset_text: "",
      line_id: "",
      button_url: "",
      line_tracking: false,
    },
    tracking_code: noTracking,
  };
}

function pageRow(page: DrawnPage, { organizationId, branches, accounts, now }: Place) {
  const { index, state, pageId, category, name, urlName } = page;
  const made = madeAt(page, now);
  const author = accounts[1]?.accountId ?? null;
  const isPublished = state !== "draft";
  return {
    ...{ organization_id: organizationId, page_id: pageId, branch_id: branches[index % branches.length]?.branchId },
    ...{ name, url_name: urlName, ...contentOf(page) },
    category_id: category,
    revision: state === "changed" ? 2 : 1,
    published_revision: isPublished ? 1 : null,
    live_version_id: isPublished && state !== "offline" ? id("0002", index) : null,
    published_at: isPublished ? made : null,
    ...{ created_by: author, updated_by: author, created_at: made, updated_at: made, version: 1 },
  };
}

function versionRow(page: DrawnPage, { organizationId, accounts, now }: Place) {
  const content = contentOf(page);
  return {
    ...{
      organization_id: organizationId,
      version_id: id("0002", page.index),
      page_id: page.pageId,
      number: 1,
      content,
    },
    ...{ html: htmlOf(page), picture_ids: content.picture_ids, has_tracking: false },
    ...{ created_by: accounts[1]?.accountId ?? null, created_at: madeAt(page, now) },
  };
}

function htmlOf({ name, urlName, template, picture, widths, sections }: DrawnPage): string {
  const path = `/p/${siteName}/${urlName}`;
  const shown = picture && {
    url: `${path}/pictures/${picture.file_id}`,
    width: picture.width ?? 1200,
    height: picture.height ?? 900,
    widths,
  };
  return renderPage(
    {
      ...{ name, theme: templates[template], language: "zh-tw", sections, buttonAction: "form" },
      ...{ title: name, description: "", consentText: consent },
    },
    {
      ...{
        url: "",
        path,
        version: 1,
        script: pageScriptPath,
        sharePicture: null,
        icon: null,
        trackingCode: noTracking,
        editing: false,
      },
      pictures: new Map(picture && shown ? [[picture.file_id, shown]] : []),
    },
  );
}

type Place = SeedOrganization & { now: number };

/** The consent text of the demo's pages. */
export const consent = "送出即表示同意我們以這些資料與你聯絡。";

function sectionsOf({ template }: DemoPage, picture: FileId | null): Section[] {
  return sectionsOfTemplate(template, "zh-tw").map((one) => (one.type === "hero" ? { ...one, picture } : one));
}

/** More at weekends, when parents have time; none while the page is offline. */
function daysOf(page: DrawnPage, { organizationId, now }: Place) {
  const offline = page.state === "offline" ? offlineDays : 0;
  return Array.from({ length: daysOnline(page) - offline }, (_, ago) => {
    const back = ago + offline;
    const day = new Date(now - back * dayMs);
    const weight = (day.getUTCDay() % 6 === 0 ? 1.6 : 0.8) + ((back * 7) % 5) / 10;
    return {
      organization_id: organizationId,
      page_id: page.pageId,
      day: dayOf(day.getTime()),
      view_count: Math.round(page.clicks * 9 * weight),
      click_count: Math.round(page.clicks * weight),
    };
  });
}
