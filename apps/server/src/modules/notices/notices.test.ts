import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { MyNoticeRow, NoticeDetail, NoticeReader, NoticeRow } from "@homeroom/contract/notices";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { accountRoom } from "#platform/outbox/rooms";
import { mailNotice } from "./actions/mail-notice.ts";
import { noticePublished } from "./events.ts";
import { noticesModule } from "./public.ts";
import { noticeMailings } from "./queries/recipients.ts";
import { noticeReactions } from "./reactions.ts";

interface Person {
  accountId: AccountId;
  token: string;
}

const base = prepareDatabase();
const place = prepareOnce(() => buildOrganization(base.db));
let admin: Person;
let sales: Person;
let teacher: Person;

const server = prepareServer(base, (platform) => [noticesModule(platform)]);
beforeAll(async () => {
  admin = await person({ role: "admin", nickname: "林主任" });
  sales = await person({ role: "sales", nickname: "張業務", branchIds: [place.branchIds[0]] });
  teacher = await person({ role: "teacher", nickname: "陳教師", branchIds: [place.branchIds[1]] });
});

async function person(given: Parameters<typeof buildAccount>[2], at = place): Promise<Person> {
  const { accountId } = await buildAccount(base.db, at, given);
  const branchId = given?.branchIds?.[0] ?? at.branchIds[0];
  return { accountId, token: await buildSession(base.db, at, { accountId, branchId }) };
}

type Address = Parameters<typeof callApi>[1];

const refused = async (who: Person, address: Address, body?: object) => {
  const answer = await callApi(server.app, address, { token: who.token, ...(body && { body }) });
  return answer.body.success ? "200" : `${answer.status} ${answer.body.name}`;
};

async function ask<Result>(who: Person, address: Address, body?: object): Promise<Result> {
  const answer = await callApi<Result>(server.app, address, { token: who.token, ...(body && { body }) });
  if (!answer.body.success) throw new Error(`${address}: ${answer.body.name} ${JSON.stringify(answer.body.errors)}`);
  return answer.body.resultData;
}

const draft = { title: "颱風停課", content: "<p>明日<b>停課</b></p>" };

async function write(more: object = {}): Promise<RecordId> {
  const { recordID } = await ask<{ recordID: RecordId }>(admin, "POST /api_basic/Notice", { ...draft, ...more });
  return recordID;
}

const versionOf = async (id: RecordId) =>
  (await ask<{ version: number }>(admin, `GET /api_basic/Notice/${id}/form`)).version;
const change = async (id: RecordId, verb: "publish" | "revoke") =>
  ask<null>(admin, `PATCH /api_basic/Notice/${id}/${verb}`, { version: await versionOf(id) });
const mine = async (who: Person) =>
  (await ask<{ list: MyNoticeRow[] }>(who, "GET /api_basic/Notice/my-page?pageSize=100")).list;
const has = async (who: Person, id: RecordId) => (await mine(who)).some((row) => row.recordID === id);
const unread = (who: Person) => ask<{ notices: number; urgent: RecordId[] }>(who, "GET /api_basic/Notice/unread-count");
const row = async (id: RecordId) =>
  (await ask<{ list: NoticeRow[] }>(admin, "GET /api_basic/Notice/page?pageSize=100")).list.find(
    (one) => one.recordID === id,
  );

test("a notice is accepted under the names of its own calls and of all others, and its people under either name", async () => {
  const id = await write({ targetType: "2", targetUserIds: [sales.accountId], publish: true });
  expect(await row(id)).toMatchObject({ id, recordID: id, targetType: 2, targetCount: 1 });
  expect((await mine(sales)).find((one) => one.id === id)).toMatchObject({ recordID: id });
  expect(await ask(sales, `GET /api_basic/Notice/${id}/detail`)).toMatchObject({ id, recordID: id });
});

test("the roles to choose for a notice are named in the reader's language", async () => {
  const rolesIn = async (language: string) =>
    (
      await callApi<{ roles: { label: string }[] }>(server.app, "GET /api_basic/Notice/targets", {
        token: admin.token,
        language,
      })
    ).body.resultData?.roles.map(({ label }) => label);
  expect(await rolesIn("en")).toContain("Teacher");
  expect(await rolesIn("zh-CN")).toContain("销售");
});

test("a draft has no readers; published it is read and counted, revoked it disappears, republished it is unread again", async () => {
  const id = await write({ level: "urgent" });
  const before = (await unread(sales)).notices;
  expect(await has(sales, id)).toBe(false);
  expect(await refused(sales, `GET /api_basic/Notice/${id}/detail`)).toBe("404 NOT_FOUND");

  await change(id, "publish");
  expect(await unread(sales)).toMatchObject({ notices: before + 1, urgent: [id] });
  const detail = await ask<NoticeDetail>(sales, `GET /api_basic/Notice/${id}/detail`);
  expect(detail).toMatchObject({
    title: "颱風停課",
    content: "<p>明日<strong>停課</strong></p>",
    publisherName: "林主任",
  });
  expect(await unread(sales)).toMatchObject({ notices: before, urgent: [] });
  await ask(sales, `GET /api_basic/Notice/${id}/detail`);
  expect(await row(id)).toMatchObject({ publishStatus: 1, readCount: 2, targetCount: 3 });
  expect((await unread(admin)).urgent).toEqual([]);
  const readers = await ask<{ list: NoticeReader[]; total: number }>(admin, `GET /api_basic/Notice/${id}/readers`);
  expect(readers.total).toBe(3);
  expect(readers.list.map(({ nickname }) => nickname)).toEqual(["陳教師", "張業務", "林主任"]);
  expect(readers.list[0]?.readTime).toBeNull();

  await change(id, "revoke");
  expect(await has(sales, id)).toBe(false);
  expect(await refused(sales, `GET /api_basic/Notice/${id}/detail`)).toBe("404 NOT_FOUND");
  expect(await row(id)).toMatchObject({ publishStatus: -1, publisherName: "林主任" });

  await change(id, "publish");
  expect(await unread(sales)).toMatchObject({ notices: before + 1 });
  await ask(sales, "PUT /api_basic/Notice/read-all", {});
  expect(await unread(sales)).toMatchObject({ notices: 0, urgent: [] });
});

test("only the recipients of a notice find it", async () => {
  const cases = [
    { targetType: 2, targetIds: [sales.accountId], seen: [false, true, false] },
    { targetType: 3, targetIds: [place.roles.teacher], seen: [false, false, true] },
    { targetType: 4, targetIds: [place.branchIds[1]], seen: [false, false, true] },
    { targetType: 1, targetIds: [], seen: [true, true, true] },
  ];
  for (const { targetType, targetIds, seen } of cases) {
    const id = await write({ targetType, targetIds, publish: true });
    expect([await has(admin, id), await has(sales, id), await has(teacher, id)]).toEqual(seen);
    const open = await refused(sales, `GET /api_basic/Notice/${id}/detail`);
    expect(open).toBe(seen[1] ? "200" : "404 NOT_FOUND");
  }
});

test("the event names the recipients, and a notice for everyone goes to the organisation", async () => {
  const id = await write({ targetType: 3, targetIds: [place.roles.teacher], publish: true });
  const { rows } = await base.owner.query("select payload from outbox where event = $1 and aggregate_id = $2", [
    noticePublished.name,
    id,
  ]);
  expect(rows[0].payload.accountIds).toEqual([teacher.accountId]);
  const meta = { organizationId: place.organizationId, aggregateId: id, traceId: "" };
  const told = noticeReactions.flatMap((one) =>
    one.event.name === noticePublished.name ? (one.sockets?.(rows[0].payload, meta) ?? []) : [],
  );
  expect(told).toEqual([
    {
      rooms: [accountRoom(place.organizationId, teacher.accountId)],
      event: "notice.changed",
      payload: { noticeId: id, published: true },
    },
  ]);
});

test("people who join later find published notices, but not as unread", async () => {
  const id = await write({ publish: true });
  const late = await person({ role: "sales" });
  expect(await has(late, id)).toBe(true);
  expect((await unread(late)).notices).toBe(0);
  const next = await write({ publish: true });
  expect((await unread(late)).notices).toBe(1);
  expect(await has(late, next)).toBe(true);
});

test("faults are reported at their field", async () => {
  const stranger = (await person({ role: "sales" }, await buildOrganization(base.db))).accountId;
  const wrong: [object, string, string][] = [
    [{ title: " " }, "422 NOTICE_TITLE_REQUIRED", "title"],
    [{ content: "" }, "422 NOTICE_CONTENT_REQUIRED", "content"],
    [{ content: "<p><br></p>" }, "422 NOTICE_CONTENT_REQUIRED", "content"],
    [{ content: "<script>alert(1)</script>" }, "422 NOTICE_CONTENT_REQUIRED", "content"],
    [{ content: `<p>${"長".repeat(20_000)}</p>` }, "422 NOTICE_CONTENT_TOO_LONG", "content"],
    [{ targetType: 3 }, "422 NOTICE_TARGET_REQUIRED", "targetIds"],
    [{ targetType: 2, targetIds: [stranger] }, "422 FIELD_INVALID", "targetIds"],
    [{ targetType: 3, targetIds: [sales.accountId] }, "422 FIELD_INVALID", "targetIds"],
    [{ type: "spam" }, "422 FIELD_INVALID", "type"],
  ];
  for (const [more, expected, field] of wrong) {
    const { status, body } = await callApi(server.app, "POST /api_basic/Notice", {
      token: admin.token,
      body: { ...draft, ...more },
    });
    if (body.success) throw new Error(`${JSON.stringify(more)} was taken`);
    expect([`${status} ${body.name}`, body.errors?.[0]?.field]).toEqual([expected, field]);
  }
});

test("without the permission nothing is written, published, revoked or deleted", async () => {
  const id = await write();
  expect(await refused(sales, "POST /api_basic/Notice", draft)).toBe("403 PERMISSION_DENIED");
  expect(await refused(sales, `PUT /api_basic/Notice/${id}`, { ...draft, version: 1 })).toBe("403 PERMISSION_DENIED");
  expect(await refused(sales, `PATCH /api_basic/Notice/${id}/publish`, { version: 1 })).toBe("403 PERMISSION_DENIED");
  expect(await refused(sales, `DELETE /api_basic/Notice/${id}`)).toBe("403 PERMISSION_DENIED");
  expect(await refused(sales, "GET /api_basic/Notice/page")).toBe("403 PERMISSION_DENIED");
  await base.owner.query(
    "delete from role_permission where organization_id = $1 and role_id = $2 and permission = 'sys:notice:publish'",
    [place.organizationId, place.roles.admin],
  );
  expect(await refused(admin, "POST /api_basic/Notice", { ...draft, publish: true })).toBe("403 PERMISSION_DENIED");
  await base.owner.query("insert into role_permission values ($1, $2, 'sys:notice:publish')", [
    place.organizationId,
    place.roles.admin,
  ]);
});

test("the second of two edits is refused; a published notice cannot be edited, deleted or published again", async () => {
  const id = await write();
  const edit = (version: number, title: string) =>
    refused(admin, `PUT /api_basic/Notice/${id}`, { ...draft, title, version });
  expect(await edit(1, "一")).toBe("200");
  expect(await edit(1, "二")).toBe("409 STALE_DATA");
  expect(await refused(admin, `PATCH /api_basic/Notice/${id}/publish`, { version: 1 })).toBe("409 STALE_DATA");
  const both = await Promise.all(
    [2, 2].map((version) => refused(admin, `PATCH /api_basic/Notice/${id}/publish`, { version })),
  );
  expect(both.sort()).toEqual(["200", "409 NOTICE_PUBLISHED"]);
  expect(await edit(3, "三")).toBe("409 NOTICE_PUBLISHED");
  expect(await refused(admin, `DELETE /api_basic/Notice/${id}`)).toBe("409 NOTICE_PUBLISHED");
  const other = await write();
  expect(await refused(admin, `DELETE /api_basic/Notice/${other},${id}`)).toBe("409 NOTICE_PUBLISHED");
  expect(await refused(admin, `PATCH /api_basic/Notice/${other}/revoke`, { version: 1 })).toBe(
    "409 NOTICE_NOT_PUBLISHED",
  );
  expect(await refused(admin, `DELETE /api_basic/Notice/${other}`)).toBe("200");
  expect(await row(other)).toBeUndefined();
});

test("repeating a create, even at the same moment, makes one notice", async () => {
  const recordID = v7();
  const answers = await Promise.all(
    [1, 2].map(() => ask(admin, "POST /api_basic/Notice", { ...draft, recordID, publish: true })),
  );
  expect(answers).toEqual([{ recordID }, { recordID }]);
  const { rows } = await base.owner.query("select count(*)::int as n from outbox where aggregate_id = $1", [recordID]);
  expect(rows[0].n).toBe(1);
});

test("changes are in the audit log", async () => {
  const id = await write({ title: "查核" });
  await change(id, "publish");
  await change(id, "revoke");
  await ask(admin, `DELETE /api_basic/Notice/${id}`);
  const { rows } = await base.owner.query(
    "select action, operator, subject_name from audit_entry where subject_id = $1 order by created_at, audit_id",
    [id],
  );
  expect(rows.map((entry) => entry.action)).toEqual(["created", "published", "revoked", "deleted"]);
  expect(rows[0]).toMatchObject({ operator: "林主任", subject_name: "查核" });
});

test("the list can be filtered", async () => {
  const id = await write({ title: "Autumn 50% 運動會", type: "event", level: "important" });
  const found = async (query: string) =>
    (await ask<{ list: NoticeRow[] }>(admin, `GET /api_basic/Notice/page?pageSize=100&${query}`)).list.some(
      (one) => one.recordID === id,
    );
  expect(await found("keywords=autumn%2050%25")).toBe(true);
  expect(await found("keywords=autumn_50")).toBe(false);
  expect(await found("type=event&level=important&publishStatus=0")).toBe(true);
  expect(await found("publishStatus=1,-1")).toBe(false);
});

test("one's own notices are paged", async () => {
  const page = (cursor = "") =>
    ask<{ list: MyNoticeRow[]; nextCursor: string | null }>(
      teacher,
      `GET /api_basic/Notice/my-page?pageSize=2${cursor && `&cursor=${cursor}`}`,
    );
  const all = (await mine(teacher)).map((one) => one.recordID);
  const walked: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const next: Awaited<ReturnType<typeof page>> = await page(cursor);
    walked.push(...next.list.map((one) => one.recordID));
    cursor = next.nextCursor;
  }
  expect(walked).toEqual(all);
  expect(await refused(teacher, "GET /api_basic/Notice/my-page?cursor=nonsense")).toBe("400 DATA_FORMAT_ERROR");
});

test("a notice is mailed once to recipients who want mail, and not to people who have read it", async () => {
  for (const { accountId } of [sales, teacher])
    await base.owner.query(
      "insert into notification_setting (organization_id, account_id, choices) values ($1, $2, $3)",
      [place.organizationId, accountId, { "notice.published": { app: true, sound: false, mail: true } }],
    );
  const id = await write({ title: "請見信", publish: true });
  await ask(teacher, `GET /api_basic/Notice/${id}/detail`);
  const mailings = await noticeMailings(base.db, place.scope, id);
  expect(mailings.map(({ accountId }) => accountId).sort()).toEqual([sales.accountId, teacher.accountId].sort());
  for (const { accountId } of [...mailings, ...mailings])
    await mailNotice(base.platform, place.scope, { noticeId: id, accountId });
  const { rows } = await base.owner.query("select recipient from outgoing_mail where subject = '公告：請見信'");
  expect(rows).toEqual([{ recipient: `${sales.accountId}@test.homeroom.test` }]);
});

test("the update log is in the caller's language, with the present version first", async () => {
  const [first] = await ask<{ version: string; content: string }[]>(sales, "GET /api_basic/Setting/UpdateLogList");
  expect(first).toMatchObject({ version: "2.12.0", content: expect.stringContaining("名單") });
});
