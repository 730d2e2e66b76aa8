import { type AccountId, FileId, RecordId } from "@homeroom/contract/ids";
import type { QuickReply, ReplyGroup } from "@homeroom/contract/quick-replies";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareEach } from "#platform/db/for-tests";
import { quickRepliesModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareEach(() => buildOrganization(base.db));
let token: string;
let accountId: AccountId;

const server = prepareServer(base, (platform) => [quickRepliesModule(platform)]);
beforeEach(async () => {
  ({ accountId, token } = await signInAs(base.db, organization, { role: "owner" }));
});

const member = "/api_users/Member";

interface Answer<Result> {
  success: boolean;
  name?: string;
  resultData: Result | null;
}

async function post(call: string, body: object, key?: string): Promise<Answer<{ recordID: RecordId }>> {
  const sent = { token, body, ...(key && { key }) };
  return (await callApi<{ recordID: RecordId }>(server.app, `POST ${member}/${call}`, sent)).body;
}

async function get<Result>(call: string): Promise<Answer<Result>> {
  return (await callApi<Result>(server.app, `GET ${member}/${call}`, { token })).body;
}

const addGroup = async (name: string) => (await post("AddGroupinfo", { name })).resultData?.recordID as RecordId;
const addReply = async (groupID: RecordId, content: string) =>
  (await post("AddReplyMessageinfo", { groupID, content })).resultData?.recordID as RecordId;
async function upload(): Promise<FileId> {
  const boundary = "a-boundary";
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const payload = `${part}%PDF-1.4\n%%EOF\r\n--${boundary}--\r\n`;
  const headers = { accesstoken: token, "content-type": `multipart/form-data; boundary=${boundary}` };
  const answer = await server.app.inject({ method: "POST", url: `${member}/UploadReplyFile`, headers, payload });
  return answer.json<Answer<{ fileID: FileId }>>().resultData?.fileID as FileId;
}
const owners = async (id: FileId) =>
  (await base.owner.query("select created_by from stored_file where file_id = $1", [id])).rows;
const groups = async () => (await get<ReplyGroup[]>("QuickReplyGroupList")).resultData ?? [];
const replies = async (query = "") => (await get<QuickReply[]>(`QuickReplyMessageList${query}`)).resultData ?? [];

test("groups have unique names, even when created at once, and can be deleted only when empty", async () => {
  const group = await addGroup("課程");
  const twice = await Promise.all([1, 2].map(() => post("AddGroupinfo", { name: "繳費" })));
  expect(twice.map(({ name }) => name ?? "ok").sort()).toEqual(["GROUP_NAME_DUPLICATE", "ok"]);
  const reply = await addReply(group, "您好");
  expect((await get(`DeleteGroupinfo?recordID=${group}`)).name).toBe("REPLY_GROUP_NOT_EMPTY");
  await get(`DeleteReplyMessageinfo?ids=${reply}`);
  expect((await get(`DeleteGroupinfo?recordID=${group}`)).success).toBe(true);
  expect((await groups()).map(({ name }) => name)).toEqual(["繳費"]);
});

test("missing fields are named", async () => {
  const group = await addGroup("課程");
  const named = await post("AddGroupinfo", { name: "  " });
  expect(named.name).toBe("CHAT_NAME_REQUIRED");
  const empty = await post("AddReplyMessageinfo", { groupID: group, content: " " });
  expect(empty.name).toBe("CHAT_CONTENT_EMPTY");
  const homeless = await post("AddReplyMessageinfo", { groupID: "", content: "您好" });
  expect(homeless.name).toBe("REPLY_GROUP_REQUIRED");
  const strange = await post("AddReplyMessageinfo", { groupID: RecordId.parse(v7()), content: "您好" });
  expect(strange.name).toBe("NOT_FOUND");
});

test("replies can be searched, sorted and moved between groups", async () => {
  const [course, pay] = [await addGroup("課程"), await addGroup("繳費")];
  const first = await addReply(course, "鋼琴 100%");
  const second = await addReply(course, "結他 100");
  expect((await replies(`?keywords=${encodeURIComponent("0%")}`)).map(({ recordID }) => recordID)).toEqual([first]);
  await post("UploadReplyMessageGroupinfo", { ids: [second, first], groupID: course });
  expect((await replies(`?groupID=${course}`)).map(({ content }) => content)).toEqual(["結他 100", "鋼琴 100%"]);
  await post("UploadReplyMessageGroupinfo", { ids: [first], groupID: pay });
  expect((await groups()).map(({ count }) => count)).toEqual([1, 1]);
  await post("UploadReplyMessageGroupinfo", { ids: [pay, course] });
  expect((await groups()).map(({ name }) => name)).toEqual(["繳費", "課程"]);
});

test("a reply's file belongs to it alone and is deleted with it", async () => {
  const groupID = await addGroup("課程");
  const file = await upload();
  const words = { groupID, content: "課程表", file };
  const made = await post("AddReplyMessageinfo", words);
  expect((await replies())[0]?.file).toMatchObject({ fileID: file, name: "a.pdf" });
  expect((await post("AddReplyMessageinfo", words)).name).toBe("NOT_FOUND");
  // Nobody's own upload, so that no message and no product takes it.
  expect(await owners(file)).toEqual([{ created_by: null }]);
  const recordID = made.resultData?.recordID;
  expect((await post("UploadReplyMessageinfo", { ...words, recordID, content: "新課程表" })).success).toBe(true);
  await get(`DeleteReplyMessageinfo?ids=${recordID}`);
  expect(await owners(file)).toEqual([]);
});

test.each(["recordID", "key"])(
  "a reply with a file that is sent again with the same %s is the same reply",
  async (by) => {
    const groupID = await addGroup("課程");
    const [file, id] = [await upload(), RecordId.parse(v7())];
    const add = (words: object = {}) => {
      const body = { groupID, content: "課程表", file, ...words };
      return by === "key"
        ? post("AddReplyMessageinfo", body, id)
        : post("AddReplyMessageinfo", { ...body, recordID: id });
    };
    const answers = [...(await Promise.all([add(), add()])), await add()];
    const [reply] = await replies();
    expect(answers).toMatchObject(answers.map(() => ({ success: true, resultData: { recordID: reply?.recordID } })));
    expect(await replies()).toMatchObject([{ content: "課程表", file: { fileID: file } }]);
    // Not a repetition: the form was changed meanwhile.
    expect((await add({ content: "另一份" })).name).toBe("STALE_DATA");
  },
);

test("an id that another person's reply has is refused", async () => {
  const groupID = await addGroup("課程");
  const recordID = RecordId.parse(v7());
  const own = { groupID, content: "您好", recordID };
  expect((await post("AddReplyMessageinfo", own)).success).toBe(true);
  for (const place of [organization, await buildOrganization(base.db)]) {
    ({ token } = await signInAs(base.db, place, { role: "owner" }));
    const theirs = { ...own, groupID: await addGroup("另一個群組") };
    expect((await post("AddReplyMessageinfo", theirs)).name).toBe("FIELD_INVALID");
  }
});

test("a reply cannot remove a file that was uploaded for something else", async () => {
  const groupID = await addGroup("課程");
  const file = FileId.parse(v7());
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, size, storage_key, created_by)
     values ($1, $2::uuid, 'a.pdf', 'application/pdf', 1, $2::uuid::text, $3)`,
    [organization.organizationId, file, accountId],
  );
  expect((await post("AddReplyMessageinfo", { groupID, content: "課程表", file })).name).toBe("NOT_FOUND");
});
