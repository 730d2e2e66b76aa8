import { FileId, type RecordId } from "@homeroom/contract/ids";
import type { NoticeDetail } from "@homeroom/contract/notices";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildActor } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareEach } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { noticesModule, picturesOfNotices } from "./public.ts";

type Account = Awaited<ReturnType<typeof buildAccount>>;

const base = prepareDatabase();
const place = prepareEach(() => buildOrganization(base.db));
let author: Account;
let token: string;
let readerToken: string;

const server = prepareServer(base, (platform) => [noticesModule(platform)]);
beforeEach(async () => {
  author = await buildAccount(base.db, place, { role: "owner" });
  token = await buildSession(base.db, place, author);
  const reader = await buildAccount(base.db, place, { role: "teacher" });
  readerToken = await buildSession(base.db, place, reader);
});

async function file(of: { owner?: Account; at?: TestOrganization; contentType?: string } = {}): Promise<FileId> {
  const fileId = FileId.parse(v7());
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, size, storage_key, created_by)
     values ($1, $2, 'poster.png', $3, 10, $1::uuid || '/' || $2::uuid, $4)`,
    [(of.at ?? place).organizationId, fileId, of.contentType ?? "image/png", (of.owner ?? author).accountId],
  );
  return fileId;
}
const isStored = async (id: FileId) =>
  (await base.owner.query("select from stored_file where file_id = $1", [id])).rowCount === 1;

const words = { title: "親子日", content: "<p>週六見</p>" };
const write = (body: object) => callApi<{ recordID: RecordId }>(server.app, "POST /api_basic/Notice", { token, body });
async function written(imageFileID: FileId, more: object = {}): Promise<RecordId> {
  const { body } = await write({ ...words, imageFileID, ...more });
  return body.resultData?.recordID as RecordId;
}
const usesOf = (permissions: readonly string[], id: FileId, at = place) =>
  inTransaction(base.db, at.scope, (tx) => picturesOfNotices(tx, buildActor(at, { permissions }), [id]));

test("readers get the picture by a signed address", async () => {
  const imageFileID = await file();
  const id = await written(imageFileID, { publish: true });
  const detail = await callApi<NoticeDetail>(server.app, `GET /api_basic/Notice/${id}/detail`, { token: readerToken });
  expect(detail.body.resultData?.imageUrl).toContain(`/api_basic/File/Get?id=${imageFileID}&expires=`);
});

test("only one's own picture is accepted", async () => {
  const elsewhere = await buildOrganization(base.db);
  const foreigner = await buildAccount(base.db, elsewhere, { role: "owner" });
  const colleague = await buildAccount(base.db, place, { role: "admin" });
  const wrong = [
    await file({ owner: colleague }),
    await file({ at: elsewhere, owner: foreigner }),
    await file({ contentType: "application/pdf" }),
    FileId.parse(v7()),
  ];
  for (const imageFileID of wrong) {
    const { body } = await write({ ...words, imageFileID });
    expect(body.success ? null : body.errors).toMatchObject([{ field: "imageFileID", name: "FIELD_INVALID" }]);
  }
});

test("another author can keep a draft's picture; its file is removed when no longer shown", async () => {
  const [first, second] = [await file(), await file()];
  const id = await written(first);
  const colleague = await buildAccount(base.db, place, { role: "admin" });
  const edit = async (by: string, version: number, body: object) =>
    (await callApi(server.app, `PUT /api_basic/Notice/${id}`, { token: by, body: { id, version, ...words, ...body } }))
      .status;
  const other = await buildSession(base.db, place, colleague);
  expect(await edit(other, 1, { imageFileID: first })).toBe(200);
  expect(await edit(other, 2, {})).toBe(200);
  expect([await isStored(first), await usesOf(["sys:notice:query"], first)]).toEqual([
    true,
    [{ place: "notice", recordID: id, name: "親子日" }],
  ]);
  expect(await edit(token, 3, { imageFileID: second })).toBe(200);
  expect([await isStored(first), await isStored(second)]).toEqual([false, true]);
  await callApi(server.app, `DELETE /api_basic/Notice/${id}`, { token });
  expect(await isStored(second)).toBe(false);
});

test("uses of a picture are shown to people who see notices, in their own organisation", async () => {
  const imageFileID = await file();
  await written(imageFileID);
  expect(await usesOf([], imageFileID)).toEqual([]);
  expect(await usesOf(["sys:notice:query"], imageFileID, await buildOrganization(base.db))).toEqual([]);
});
