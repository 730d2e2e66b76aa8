import { randomBytes } from "node:crypto";
import type { RecordId } from "@homeroom/contract/ids";
import type { Settings } from "#platform/config/settings";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { presentDomains } from "../domain/queries/domains.ts";
import { ownPath, type PagePlace, pagePath, pagesOrigin } from "../rules/addresses.ts";
import type { LandingPage } from "../rules/landing-page.ts";

/** Where visitors find a page, whether it is published or not. */
export async function placeOfPage(
  settings: Settings,
  tx: Tx,
  { scope, page }: { scope: Scope; page: PageLocation },
): Promise<PagePlace> {
  const place = (await placesOfPages(settings, tx, { scope, pages: [page] })).get(page.page_id);
  if (!place) throw new Error("Each page has a place");
  return place;
}

type PageLocation = Pick<LandingPage, "page_id" | "url_name" | "domain_id">;

/** The same of some pages. A host of the organisation's own counts once its DNS points to us. */
export async function placesOfPages(
  settings: Settings,
  tx: Tx,
  { scope, pages }: { scope: Scope; pages: readonly PageLocation[] },
): Promise<Map<RecordId, PagePlace>> {
  const siteName = await siteNameOf(tx, scope);
  const domains = (await presentDomains(tx, scope)).filter(({ state }) => state === "ok");
  const hosts = new Map(domains.map(({ recordID, host }) => [recordID, host]));
  return new Map(
    pages.map((page) => {
      const path = pagePath(siteName, page.url_name);
      const host = page.domain_id && hosts.get(page.domain_id);
      const url = host ? `https://${host}${ownPath(page.url_name)}` : `${pagesOrigin(settings)}${path}`;
      return [page.page_id, { url, path }];
    }),
  );
}

/** The part of the organisation in the addresses of its pages; it is given one when it is first asked for. */
export async function siteNameOf(tx: Tx, { organizationId }: Scope): Promise<string> {
  const known = await readSiteName(tx, organizationId);
  if (known !== undefined) return known;
  await tx
    .insertInto("landing_site")
    .values({ organization_id: organizationId, site_name: newSiteName() })
    .onConflict((conflict) => conflict.column("organization_id").doNothing())
    .execute();
  const made = await readSiteName(tx, organizationId);
  if (made === undefined) throw new Error("A site was just made");
  return made;
}

async function readSiteName(tx: Tx, organizationId: Scope["organizationId"]): Promise<string | undefined> {
  const found = await tx
    .selectFrom("landing_site")
    .select("site_name")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return found?.site_name;
}

/** Eight signs without those that look alike. */
function newSiteName(): string {
  const signs = "abcdefghjkmnpqrstuvwxyz23456789";
  return [...randomBytes(8)].map((byte) => signs[byte % signs.length]).join("");
}
