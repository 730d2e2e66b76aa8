import type { PersonOption, UserInfo } from "@homeroom/contract/member";
import type { Option } from "@homeroom/contract/paging";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildOrganization, nobody, type TestOrganization } from "#modules/organizations/for-tests";
import { organizationsModule } from "#modules/organizations/public";
import { buildSession, callApi, prepareServer, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildAccount } from "./for-tests.ts";
import { accountsModule, colleaguesWhoMay, peopleByIds, worksAt } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let other: TestOrganization;

const server = prepareServer(base, (platform) => [accountsModule(platform), organizationsModule(platform, nobody)]);
beforeAll(async () => {
  organization = await buildOrganization(base.db);
  other = await buildOrganization(base.db, "別家");
});

async function as(given: Parameters<typeof buildAccount>[2], at = organization) {
  const account = await buildAccount(base.db, at, given);
  const token = await buildSession(base.db, at, account);
  const get = async <Result>(path: `/${string}`) =>
    (await callApi<Result>(server.app, `GET ${path}`, { token })).body.resultData as Result;
  return { ...account, token, get };
}

test("the user info contains the person, the branch and the permissions", async () => {
  const me = await as({ role: "sales", nickname: "小美" });
  expect(await me.get<UserInfo>("/api_users/Member/User")).toMatchObject({
    accountID: me.accountId,
    accountName: me.email,
    nickname: "小美",
    avatar: null,
    roles: ["sales"],
    perms: expect.arrayContaining(["chat:message:send"]),
    organization: { organizationId: organization.organizationId, timeZone: "Asia/Hong_Kong", membership: "trial" },
    branch: { branchID: organization.branchIds[0], name: "旺角分校", timezone: "Asia/Hong_Kong" },
    isPasswordInitialized: true,
    tourCompleted: false,
    features: [],
    documentsUrl: null,
  });
});

test("the user info names the documents of this installation", async () => {
  const platform = {
    ...base.platform,
    settings: { ...base.platform.settings, DOCUMENTS_URL: "https://docs.example/" },
  };
  const documented = await serveModules(platform, [accountsModule(platform)]);
  onTestFinished(() => documented.close());
  const { token } = await as({ role: "teacher" });
  const { body } = await callApi<UserInfo>(documented, "GET /api_users/Member/User", { token });
  expect(body.resultData?.documentsUrl).toBe("https://docs.example/");
});

test("the tour is stored as completed, with its first time", async () => {
  const me = await as({});
  expect(await me.get("/api_users/Member/CompleteTour")).toBeNull();
  expect((await me.get<UserInfo>("/api_users/Member/User")).tourCompleted).toBe(true);
  const when = () => base.owner.query("select tour_completed_at from account where account_id = $1", [me.accountId]);
  const first = (await when()).rows;
  await me.get("/api_users/Member/CompleteTour");
  expect((await when()).rows).toEqual(first);
});

test("people can enter branches where they work, the owner every open one", async () => {
  const [first, second] = organization.branchIds;
  const options = async (given: Parameters<typeof buildAccount>[2]) =>
    (await (await as(given)).get<Option[]>("/api_users/Member/BranchList")).map((option) => option.value);
  expect(await options({ role: "sales" })).toEqual([first]);
  expect(await options({ role: "sales", branchIds: [second, first] })).toEqual([first, second]);
  expect(await options({ role: "owner", branchIds: [] })).toEqual([first, second]);
});

test("sales and tutors to choose from: active ones with the role, at branches that the caller may enter", async () => {
  const place = await buildOrganization(base.db);
  const [first, second] = place.branchIds;
  const chosen = await as({ role: "sales", nickname: "甲", branchIds: [first] }, place);
  const far = await as({ role: "sales", nickname: "乙", branchIds: [second] }, place);
  await as({ role: "sales", nickname: "丙", status: 0 }, place);
  const tutor = await as({ role: "tutor", nickname: "丁", branchIds: [first, second] }, place);
  await as({ role: "sales" }, other);
  const owner = await as({ role: "owner", branchIds: [] }, place);

  const list = async (who: typeof chosen, path: `/${string}`) =>
    (await who.get<PersonOption[]>(path)).map((one) => one.value);
  expect(await list(chosen, "/api_users/Member/SalesList")).toEqual([chosen.accountId]);
  expect((await list(owner, "/api_users/Member/SalesList")).sort()).toEqual([chosen.accountId, far.accountId].sort());
  expect(await list(owner, `/api_users/Member/SalesList?branchid=${second}`)).toEqual([far.accountId]);
  expect(await list(chosen, `/api_users/Member/SalesList?branchID=${second}`)).toEqual([]);
  expect(await owner.get("/api_users/Member/TutorList")).toEqual([
    { value: tutor.accountId, label: "丁", avatar: null, status: 1, branchID: first },
  ]);
});

test("names are found only for people of the organisation", async () => {
  const [mine, theirs] = [await as({ nickname: "自己人" }), await as({ nickname: "別人" }, other)];
  const found = await inTransaction(base.db, organization.scope, (tx) =>
    peopleByIds(tx, organization.scope, [mine.accountId, theirs.accountId, mine.accountId]),
  );
  expect([...found.values()].map((person) => person.nickname)).toEqual(["自己人"]);
});

test("a lead can be assigned to active people with the role at the branch", async () => {
  const [first, second] = organization.branchIds;
  const { accountId } = await as({ role: "sales", branchIds: [first] });
  const works = (branchId: typeof first, role: "sales" | "tutor") =>
    inTransaction(base.db, organization.scope, (tx) => worksAt(tx, organization.scope, { accountId, branchId, role }));
  expect(await works(first, "sales")).toBe(true);
  expect(await works(second, "sales")).toBe(false);
  expect(await works(first, "tutor")).toBe(false);
  await base.owner.query("update account set status = 0 where account_id = $1", [accountId]);
  expect(await works(first, "sales")).toBe(false);
});

test("problems of a branch are shown to its people with the permission, and to the owner", async () => {
  const place = await buildOrganization(base.db);
  const [first, second] = place.branchIds;
  const owner = await as({ role: "owner", branchIds: [first] }, place);
  await as({ role: "admin", branchIds: [first] }, place);
  const there = await as({ role: "admin", branchIds: [second] }, place);
  await as({ role: "sales", branchIds: [second] }, place);
  const told = await inTransaction(base.db, place.scope, (tx) =>
    colleaguesWhoMay(tx, place.scope, { permission: "org:whatsapp:edit", branchId: second }),
  );
  expect(told).toEqual([owner.accountId, there.accountId].sort());
});
