import type { BranchInfo, BranchRow } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { type buildAccount, signInAs } from "#modules/accounts/for-tests";
import { admitToBranch, ownerOf } from "#modules/accounts/public";
import { formsOfBranch } from "#modules/advertising/public";
import { livePagesOfBranch } from "#modules/landing-pages/public";
import { buildLead } from "#modules/leads/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { endSessionsAt, passwordCheck } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildOrganization, nobody, type TestOrganization } from "./for-tests.ts";
import { organizationsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let admin: Awaited<ReturnType<typeof signIn>>;
let first: BranchId;
let second: BranchId;

const server = prepareServer(base, (platform) => {
  const checkPassword = passwordCheck(platform);
  const people = { ...nobody, checkPassword, endSessionsAt, admitToBranch, ownerOf };
  return [organizationsModule(platform, people, [livePagesOfBranch, formsOfBranch])];
});

beforeEach(async () => {
  organization = await buildOrganization(base.db);
  [first, second] = organization.branchIds;
  admin = await signIn();
});

async function signIn(given: Parameters<typeof buildAccount>[2] = {}, at = organization) {
  return signInAs(base.db, at, given);
}

const path = "/api_users/Member";

async function post<Result = null>(name: string, body: object, token = admin.token) {
  return callApi<Result>(server.app, `POST ${path}/${name}`, { token, body });
}

async function get<Result = null>(name: string, query: Record<string, unknown>, token = admin.token) {
  const texts = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  const search = new URLSearchParams(texts);
  return callApi<Result>(server.app, `GET ${path}/${name}?${search.toString()}`, { token });
}

function outcome({ status, body }: Awaited<ReturnType<typeof post>>): string {
  return body.success ? String(status) : `${status} ${body.name}`;
}

const form = {
  name: "將軍澳分校",
  ename: "Tseung Kwan O",
  contactName: "陳主任",
  email: "TKO@Homeroom.test",
  areaCode: "+852",
  phone: "2345 6789",
  address: "唐明街 1 號",
  timezone: "Asia/Hong_Kong",
  establishmentDate: "2020-02-29",
  leaseExpiry: "2027-03-31",
  introduction: "近港鐵站",
};

const infoOf = async (recordID: string, token = admin.token) =>
  (await get<BranchInfo>("QueryBranchInfo", { recordID }, token)).body.resultData as BranchInfo;

async function added(more: object = {}, token = admin.token): Promise<BranchId> {
  const answer = await post<{ recordID: BranchId }>("AddBranchInfo", { ...form, ...more }, token);
  expect(outcome(answer as never)).toBe("200");
  return answer.body.resultData?.recordID as BranchId;
}

const openSessions = async (branchId: string) =>
  (await base.owner.query("select from session where branch_id = $1 and ended_at is null", [branchId])).rowCount;

const audited = async () =>
  (
    await base.owner.query<{ action: string }>(
      "select action from audit_entry where organization_id = $1 order by audit_id",
      [organization.organizationId],
    )
  ).rows.map(({ action }) => action);

test("a branch is created with all its data, is last, and its creator can enter it at once", async () => {
  const recordID = await added();
  expect(await infoOf(recordID)).toMatchObject({
    ...form,
    email: "tko@homeroom.test",
    phone: "23456789",
    status: 1,
    isCurrent: false,
    version: 1,
    isLastOpen: false,
    use: { staff: 0, leads: 0, conversations: 0, channels: 0 },
  });
  const options = await get<{ value: string }[]>("BranchList", {});
  expect(options.body.resultData?.map(({ value }) => value)).toEqual([first, recordID]);
  expect(await audited()).toEqual(["created"]);
  const { rows } = await base.owner.query("select payload from outbox where event = 'branch.changed'");
  expect(rows).toContainEqual({ payload: { branchId: recordID } });
});

test("repeating a create, successively or simultaneously, makes one branch", async () => {
  const recordID = v7();
  const both = await Promise.all([
    post("AddBranchInfo", { ...form, recordID }),
    post("AddBranchInfo", { ...form, recordID }),
  ]);
  expect(both.map(outcome)).toEqual(["200", "200"]);
  expect(await added({ recordID })).toBe(recordID);
  expect(await audited()).toEqual(["created"]);
});

test.each([
  [{ name: " " }, "422 FIELD_INVALID"],
  [{ contactName: "" }, "422 FIELD_INVALID"],
  [{ email: "" }, "422 FIELD_INVALID"],
  [{ email: "nobody" }, "422 FIELD_INVALID"],
  [{ timezone: "" }, "422 FIELD_INVALID"],
  [{ timezone: "Mars/Olympus" }, "422 FIELD_INVALID"],
  [{ timezone: "+08:00" }, "422 FIELD_INVALID"],
  [{ phone: "" }, "422 FIELD_INVALID"],
  [{ phone: "12345" }, "422 BRANCH_BAD_PHONE"],
  [{ phone: "- - -" }, "422 BRANCH_BAD_PHONE"],
  [{ areaCode: "+999" }, "422 BRANCH_BAD_PHONE"],
  [{ areaCode: "8x2" }, "422 BRANCH_BAD_PHONE"],
  [{ leaseExpiry: "2027-02-30" }, "422 FIELD_INVALID"],
  [{ leaseExpiry: "2020-02-28" }, "422 BRANCH_LEASE_ENDS_EARLY"],
  [{ introduction: "字".repeat(2001) }, "422 FIELD_INVALID"],
  [{ recordID: "1" }, "422 FIELD_INVALID"],
])("%j is refused at its field", async (wrong, expected) => {
  const answer = await post("AddBranchInfo", { ...form, ...wrong });
  expect(outcome(answer)).toBe(expected);
  expect(answer.body).toMatchObject({ errors: [{ field: Object.keys(wrong)[0] }] });
});

test("a name is unique in an organisation, ignoring case, and free in another", async () => {
  await added({ name: "Central" });
  expect(outcome(await post("AddBranchInfo", { ...form, name: "CENTRAL" }))).toBe("409 BRANCH_NAME_EXISTS");
  const both = await Promise.all(["Wan Chai", "wan chai"].map((name) => post("AddBranchInfo", { ...form, name })));
  expect(both.map(outcome).sort()).toEqual(["200", "409 BRANCH_NAME_EXISTS"]);
  const other = await buildOrganization(base.db);
  await added({ name: "Central" }, (await signIn({}, other)).token);
  const recordID = await added({ name: "Sha Tin" });
  const renamed = await post("EditBranchInfo", { ...form, recordID, version: 1, name: "central" });
  expect(outcome(renamed)).toBe("409 BRANCH_NAME_EXISTS");
  expect(renamed.body).toMatchObject({ errors: [{ field: "name" }] });
});

test("the second of two simultaneous edits is refused", async () => {
  const recordID = await added();
  const edit = (introduction: string) => post("EditBranchInfo", { ...form, recordID, version: 1, introduction });
  const both = await Promise.all([edit("甲"), edit("乙")]);
  expect(both.map(outcome).sort()).toEqual(["200", "409 STALE_DATA"]);
  expect((await infoOf(recordID)).version).toBe(2);
});

test("saving without changes changes and logs nothing", async () => {
  const recordID = await added();
  expect(outcome(await post("EditBranchInfo", { ...form, recordID, version: 1 }))).toBe("200");
  expect((await infoOf(recordID)).version).toBe(1);
  expect(await audited()).toEqual(["created"]);
});

test("the list can be searched, filtered and paged, and counts staff", async () => {
  const made = [await added({ name: "甲校" }), await added({ name: "乙校", status: 0 }), await added({ name: "丙校" })];
  await signIn({ role: "sales", branchIds: [second] });
  await signIn({ role: "sales", branchIds: [second], status: 2 });
  type Page = { list: BranchRow[]; total: number; nextCursor: string | null };
  const list = async (query: object) => (await get<Page>("QueryBranchList", { ...query })).body.resultData as Page;
  const all = await list({ pageSize: 100 });
  expect(all.list.map(({ recordID }) => recordID)).toEqual([first, second, ...made]);
  expect(all.list.map(({ staffCount }) => staffCount)).toEqual([1, 1, 1, 1, 1]);
  expect(all.list.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false, false]);
  expect((await list({ status: 0 })).list.map(({ name }) => name)).toEqual(["乙校"]);
  expect((await list({ keywords: "TSEUNG" })).total).toBe(3);
  expect((await list({ keywords: "%" })).total).toBe(0);
  const start = await list({ pageSize: 2 });
  const next = await list({ pageSize: 2, cursor: start.nextCursor });
  const end = await list({ pageSize: 2, cursor: next.nextCursor });
  const walked = [...start.list, ...next.list, ...end.list].map(({ recordID }) => recordID);
  expect(walked).toEqual([first, second, ...made]);
  expect(end.nextCursor).toBeNull();
  expect((await list({ pageNum: 3, pageSize: 2 })).list.map(({ name }) => name)).toEqual(["丙校"]);
  expect(outcome(await get("QueryBranchList", { cursor: "x" }))).toBe("400 DATA_FORMAT_ERROR");
});

test("the current branch and the last open one cannot be closed or deleted", async () => {
  expect(outcome(await get("UpdateBranchStatus", { recordID: first, status: 0 }))).toBe("409 BRANCH_IS_CURRENT");
  expect(outcome(await get("DeleteBranchInfo", { recordID: first }))).toBe("409 BRANCH_IS_CURRENT");
  const there = await signIn({ role: "owner", branchIds: [second] });
  const close = (recordID: string, token: string) =>
    get("UpdateBranchStatus", { recordID, status: 0, confirm: true }, token);
  const both = await Promise.all([close(second, admin.token), close(first, there.token)]);
  // The second one is refused: signed out by the first, or because it is the last branch.
  const refused = both.map(outcome).filter((one) => one !== "200");
  expect(refused).toHaveLength(1);
  expect(["401 TOKEN_INVALID", "409 BRANCH_IS_LAST_OPEN"]).toContain(refused[0]);
  const open = await base.owner.query("select from branch where organization_id = $1 and status = 1", [
    organization.organizationId,
  ]);
  expect(open.rowCount).toBe(1);
});

test("closing names the people without another branch, and on confirmation signs people out", async () => {
  const stranded = await signIn({ role: "sales", nickname: "小美", branchIds: [second] });
  await signIn({ role: "sales", nickname: "阿強", branchIds: [second, first] });
  expect((await infoOf(second)).stranded).toEqual({ count: 1, names: ["小美"] });
  const asked = await get("UpdateBranchStatus", { recordID: second, status: 0 });
  expect(outcome(asked)).toBe("409 BRANCH_LEAVES_PEOPLE");
  expect(asked.body.message).toContain("小美");
  expect(await openSessions(second)).toBe(2);
  expect(outcome(await get("UpdateBranchStatus", { recordID: second, status: 0, confirm: true }))).toBe("200");
  expect(await openSessions(second)).toBe(0);
  expect(outcome(await get("BranchList", {}, stranded.token))).toBe("401 TOKEN_INVALID");
  expect(await infoOf(second)).toMatchObject({ status: 0, version: 2 });
  // Asked again it stays closed; opened again people may come in.
  expect(outcome(await get("UpdateBranchStatus", { recordID: second, status: 0 }))).toBe("200");
  expect(outcome(await get("UpdateBranchStatus", { recordID: second, status: 1 }))).toBe("200");
  expect(await infoOf(second)).toMatchObject({ status: 1, version: 3 });
  expect(await audited()).toEqual(["disabled", "enabled"]);
});

/** A page that visitors see or do not, a Google form and a page at Meta, all for leads of a branch. */
async function buildLeadSources(branchId: BranchId, status = 1): Promise<void> {
  const { organizationId } = organization;
  const [live, published, revision] = status === 1 ? [v7(), new Date(), 1] : [null, null, null];
  await base.owner.query(
    `insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action,
      live_version_id, published_at, published_revision)
      values ($1, $2, $3, $4, $5, 'camp', 'zh-tw', 'form', $6, $7, $8)`,
    [organizationId, v7(), branchId, `夏令營 ${status}`, `camp-${status}`, live, published, revision],
  );
  await base.owner.query(
    `insert into google_lead_setting (organization_id, branch_id, secrets, key_hash, status) values ($1, $2, '', $3, $4)`,
    [organizationId, branchId, Buffer.from(v7()), status],
  );
  await base.owner.query(
    `insert into meta_page (organization_id, page_id, name, secrets, branch_id, status) values ($1, $2, $3, '', $4, $5)`,
    [organizationId, v7(), `專頁 ${status}`, branchId, status],
  );
}

test("closing names the pages and forms that send leads to the branch, and continues on confirmation", async () => {
  await buildLeadSources(second);
  await buildLeadSources(first, 0);
  const { leadSources } = await infoOf(second);
  expect(leadSources).toEqual({
    count: 3,
    list: [
      { kind: "landingPage", name: "夏令營 1" },
      { kind: "googleForm", name: "" },
      { kind: "metaPage", name: "專頁 1" },
    ],
  });
  const asked = await get("UpdateBranchStatus", { recordID: second, status: 0 });
  expect(outcome(asked)).toBe("409 BRANCH_STILL_GETS_LEADS");
  expect(asked.body.message).toMatch(/3.*夏令營 1, Google, 專頁 1/);
  expect(outcome(await get("UpdateBranchStatus", { recordID: second, status: 0, confirm: true }))).toBe("200");
  // Neither drafts nor what is switched off sends anything.
  expect((await infoOf(first)).leadSources).toEqual({ count: 0, list: [] });
});

test("a branch with dependent data cannot be deleted, and they are named", async () => {
  await buildLead(base.db, organization, { branch_id: second });
  await signIn({ role: "sales", branchIds: [second] });
  const answer = await get("DeleteBranchInfo", { recordID: second });
  expect(outcome(answer)).toBe("409 BRANCH_IN_USE");
  expect(answer.body.message).toContain("員工 1 位、名單 1 筆");
  expect((await infoOf(second)).use).toEqual({ staff: 1, leads: 1, conversations: 0, channels: 0 });
});

test("a branch with only records cannot be deleted either, and empty figures are omitted", async () => {
  await buildLeadSources(second, 0);
  const answer = await get("DeleteBranchInfo", { recordID: second });
  expect(Object.values((await infoOf(second)).use)).toEqual([0, 0, 0, 0]);
  expect(outcome(answer)).toBe("409 BRANCH_HAS_RECORDS");
  expect(answer.body.message).toContain("落地頁");
});

test("an empty branch can be deleted, with its sessions", async () => {
  const recordID = await added();
  const owner = await signIn({ role: "owner", branchIds: [] });
  await buildSession(base.db, organization, { ...owner, branchId: recordID });
  const both = await Promise.all([
    get("DeleteBranchInfo", { recordID }),
    get("DeleteBranchInfo", { recordID }, owner.token),
  ]);
  // The maker does not stand in the way of their own deletion; to the owner the maker is staff.
  expect(both.map(outcome).filter((one) => one === "200").length).toBeLessThanOrEqual(1);
  expect(outcome(await get("QueryBranchInfo", { recordID }))).toBe("404 NOT_FOUND");
  expect(await audited()).toEqual(["created", "deleted"]);
});

test("needs the permission; another organisation's branch is not found", async () => {
  const sales = await signIn({ role: "sales" });
  const calls = [
    () => post("AddBranchInfo", form, sales.token),
    () => post("EditBranchInfo", { ...form, recordID: second, version: 1 }, sales.token),
    () => get("QueryBranchList", {}, sales.token),
    () => get("QueryBranchInfo", { recordID: second }, sales.token),
    () => get("UpdateBranchStatus", { recordID: second, status: 0 }, sales.token),
    () => get("DeleteBranchInfo", { recordID: second }, sales.token),
  ];
  for (const call of calls) expect(outcome(await call())).toBe("403 PERMISSION_DENIED");
  const stranger = (await signIn({}, await buildOrganization(base.db))).token;
  const missing = [
    () => post("EditBranchInfo", { ...form, recordID: second, version: 1 }, stranger),
    () => get("QueryBranchInfo", { recordID: second }, stranger),
    () => get("UpdateBranchStatus", { recordID: second, status: 0 }, stranger),
    () => get("DeleteBranchInfo", { recordID: second }, stranger),
  ];
  for (const call of missing) expect(outcome(await call())).toBe("404 NOT_FOUND");
});
