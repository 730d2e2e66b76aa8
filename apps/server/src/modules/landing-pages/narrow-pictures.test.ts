import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { PageVersion } from "@homeroom/contract/landing-pages";
import sharp from "sharp";
import { expect, test } from "vitest";
import { removeFilesByIds, storeFile } from "#modules/files/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { organizationScope } from "#platform/db/scope";
import { pageForm, preparePages } from "./for-tests.ts";

const { base, server, organization, pages } = preparePages();

test("a published picture comes in the widths of screens, drawn once and removed with it", async () => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#2f7a35" } })
    .jpeg()
    .toBuffer();
  const picture = await keep(bytes, { width: 900, height: 600 });
  const pageId = await pageWith(picture, "narrow");
  const address = await pages.publish(pageId);
  const shown = `${address}/pictures/${picture}`;
  const { body } = await server.app.inject(address);
  expect(body).toContain(`srcset="${shown}/480 480w, ${shown}/720 720w, ${shown}/900 900w" sizes="`);
  expect(body).toContain(`width="900" height="600" fetchpriority="high"`);
  for (const width of [480, 720, 900]) {
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    const answer = await server.app.inject(`${shown}/${width}`);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
    });
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "webp", width });
  }
  // oxlint-disable-next-line no-await-in-loop -- one width after the other
  for (const unknown of ["600", "0", "99999999999", "x"])
    expect((await server.app.inject(`${shown}/${unknown}`)).statusCode, unknown).toBe(404);

  const again = await pageWith(picture, "again");
  await pages.publish(again);
  expect(await filesOf(organization)).toBe(4);
  await removeFilesByIds(base.platform, organizationScope(organization.organizationId), [picture]);
  expect(await filesOf(organization)).toBe(0);
});

test("restoring an older version adds the widths", async () => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#2f7a35" } })
    .jpeg()
    .toBuffer();
  const picture = await keep(bytes, { width: 900, height: 600 });
  const pageId = await pageWith(picture, "earlier");
  await pages.publish(pageId);
  await base.owner.query("delete from stored_file where narrow_of = $1", [picture]);
  const { resultData: versions } = await pages.get<PageVersion[]>(`VersionList?recordID=${pageId}`);
  const versionID = versions?.[0]?.recordID;
  const { resultData } = await pages.post<{ url: string }>("RestoreVersion", { recordID: pageId, versionID });
  const { body } = await server.app.inject(new URL(resultData?.url ?? "").pathname);
  expect(body).toContain(`/pictures/${picture}/480 480w, `);
});

test("a picture that cannot be drawn is shown as it is", async () => {
  const picture = await keep(Buffer.from("no picture"), { width: 1200, height: 900 });
  const pageId = await pageWith(picture, "broken");
  const { body } = await server.app.inject(await pages.publish(pageId));
  expect(body).toContain(`pictures/${picture}" alt`);
  expect(body).not.toContain("srcset");
  expect(await filesOf(organization)).toBe(1);
});

/** A page whose first section shows a picture. */
async function pageWith(picture: FileId, urlName: string): Promise<RecordId> {
  const pageId = await pages.add(pageForm(organization, urlName));
  const hero = { id: "hero", type: "hero", title: "夏令營", subtitle: "", picture, button: "" };
  await base.owner.query("update landing_page set sections = $1, picture_ids = $2 where page_id = $3", [
    JSON.stringify([hero]),
    [picture],
    pageId,
  ]);
  return pageId;
}

async function keep(bytes: Buffer, size: { width: number; height: number }): Promise<FileId> {
  const path = join(base.platform.settings.DATA_DIR, "incoming");
  await writeFile(path, bytes);
  const file = { path, name: "photo.jpg", contentType: "image/jpeg", size: bytes.length, createdBy: null };
  const scope = organizationScope(organization.organizationId);
  return (await storeFile(base.platform, scope, { ...file, ...size })).file_id;
}

async function filesOf({ organizationId }: TestOrganization): Promise<number> {
  const { rows } = await base.owner.query<{ count: number }>(
    "select count(*)::int as count from stored_file where organization_id = $1",
    [organizationId],
  );
  return rows[0]?.count ?? -1;
}
