import type { Envelope } from "@homeroom/contract/envelope";
import type { LeadAbsence, LeadAssignment, LeadRuleTrial } from "@homeroom/contract/lead-rules";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openRuleDesk, type RuleDesk, withShares } from "./for-tests.ts";

const desk = prepareDesk(openRuleDesk);
let owner: string;

beforeAll(async () => {
  owner = (await desk.signIn({ role: "owner" })).token;
});
beforeEach(async () => {
  await desk.owner.query(
    "delete from lead_rule; delete from lead_absence; delete from lead; delete from lead_assignment",
  );
});

const call = <Result>(address: `${"GET" | "POST"} ${string}`, body?: object, token = owner) => {
  const [method, name] = address.split(" ") as ["GET" | "POST", string];
  return callApi<Result>(desk.app, `${method} /api_users/Member/${name}`, { token, ...(body && { body }) });
};
const name = async (answer: ReturnType<RuleDesk["save"]>) => {
  const { status, body } = await answer;
  return [status, nameOf(body), body.code];
};
const nameOf = (body: Envelope<unknown>) => (body.success ? "" : body.name);
const idOf = async (answer: ReturnType<RuleDesk["save"]>) => String((await answer).body.resultData?.recordID);

test("a rule is created, listed with names, changed by version, deleted, and logged", async () => {
  const people = await desk.sales(2);
  const recordID = await idOf(desk.save({ assignmentRule: "ratio", sales: withShares(people, [60, 40]) }));
  const [row] = await desk.rules();
  expect(row).toMatchObject({
    recordID,
    version: 1,
    branchName: "旺角分校",
    channel: { recordID: desk.channelId },
    assignmentRule: "ratio",
    repeatRule: "sameSales",
    status: 1,
    needsAttention: false,
  });
  expect(row?.sales.map(({ nickname, ratio }) => [nickname, ratio])).toEqual([
    [expect.stringMatching(/[甲乙]/), 60],
    [expect.stringMatching(/[甲乙]/), 40],
  ]);
  const sales = people.map((accountID) => ({ accountID }));
  expect(await name(desk.save({ recordID, sales }))).toEqual([422, "LEAD_RULE_RATIO_INVALID", 100342]);
  const edited = { recordID, version: 1, assignmentRule: "roundRobin", sales, countries: ["TW", "HK"] };
  expect((await desk.save(edited)).status).toBe(200);
  expect((await desk.rules())[0]).toMatchObject({ version: 2, assignmentRule: "roundRobin", countries: ["HK", "TW"] });
  expect(await name(desk.save(edited))).toEqual([409, "STALE_DATA", 900409]);
  expect((await call(`GET DeleteLeadRule?recordID=${recordID}`)).status).toBe(200);
  expect(await desk.rules()).toEqual([]);
  expect(nameOf((await call(`GET DeleteLeadRule?recordID=${recordID}`)).body)).toBe("NOT_FOUND");
  const { rows } = await desk.owner.query<{ action: string }>(
    "select action from audit_entry where subject_id = $1 order by created_at",
    [recordID],
  );
  expect(rows.map(({ action }) => action)).toEqual(["created", "edited", "deleted"]);
});

test("the specified errors: a channel that has a rule, shares that are not 100, no primary channel", async () => {
  const people = await desk.sales(3);
  const sales = people.map((accountID) => ({ accountID }));
  await desk.save({ sales });
  expect(await name(desk.save({ sales }))).toEqual([409, "LEAD_RULE_CHANNEL_EXISTS", 100013]);
  const ratio = (shares: unknown[]) =>
    name(
      desk.save({ assignmentRule: "ratio", sales: people.map((accountID, at) => ({ accountID, ratio: shares[at] })) }),
    );
  for (const shares of [
    [50, 30, 19],
    [50, 50, 0],
    [33.5, 33.5, 33],
    [100, 1, -1],
    [60, 40, null],
    ["half", 30, 20],
  ])
    expect(await ratio(shares)).toEqual([422, "LEAD_RULE_RATIO_INVALID", 100342]);
  expect(await name(desk.save({ sales, channel: null }))).toEqual([422, "CHANNEL_PRIMARY_REQUIRED", 100007]);
  const secondary = { sales, channel: null, secondaryChannel: v7() };
  expect(await name(desk.save(secondary))).toEqual([422, "CHANNEL_PRIMARY_REQUIRED", 100007]);
  expect(await name(desk.save({ sales: [] }))).toEqual([422, "FIELD_INVALID", 900422]);
});

test("values of another branch are refused at their field", async () => {
  const [first] = await desk.sales(1);
  const other = await buildAccount(desk.db, desk.organization, {
    role: "sales",
    branchIds: [desk.organization.branchIds[1]],
  });
  const fieldsOf = async (form: object) => {
    const { body } = await desk.save(form);
    return body.success ? [] : body.errors?.map(({ field }) => field);
  };
  expect(await fieldsOf({ sales: [{ accountID: other.accountId }] })).toEqual(["sales.0.accountID"]);
  expect(await fieldsOf({ sales: [{ accountID: first }], channel: v7() })).toEqual(["channel"]);
  expect(await fieldsOf({ sales: [{ accountID: first }], secondaryChannel: v7() })).toEqual(["secondaryChannel"]);
  expect(await fieldsOf({ sales: [{ accountID: first }, { accountID: first }] })).toEqual(["sales"]);
  expect(await fieldsOf({ sales: [{ accountID: first, hours: [{ day: 1, from: "18:00", to: "09:00" }] }] })).toEqual([
    "sales.0.hours.0.to",
  ]);
  expect(await fieldsOf({ sales: [{ accountID: first, countries: ["XX"] }] })).toEqual(["sales.0.countries.0"]);
  expect(await fieldsOf({ sales: [{ accountID: first }], notificationEmail: ["x"] })).toEqual(["notificationEmail.0"]);
});

test("repeating a create makes one rule, and the second of two rules for a channel is refused", async () => {
  const [first] = await desk.sales(1);
  const form = { sales: [{ accountID: first }] };
  const recordID = v7();
  const same = await Promise.all([1, 2, 3].map(() => desk.save({ ...form, recordID })));
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await desk.rules()).toHaveLength(1);
  await desk.owner.query("delete from lead_rule");
  const two = await Promise.all([1, 2].map(() => desk.save(form)));
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("rules for all channels can coexist for different regions", async () => {
  const [first] = await desk.sales(1);
  const form = { allChannels: true, channel: null, sales: [{ accountID: first }] };
  const statuses: number[] = [];
  for (const given of [{}, { countries: ["TW"] }, { districts: ["大安區"] }, { countries: ["TW"] }, {}])
    statuses.push((await desk.save({ ...form, ...given })).status);
  expect(statuses).toEqual([200, 200, 200, 409, 409]);
});

test("each call needs its permission, and another branch's rules are invisible", async () => {
  const [first] = await desk.sales(1);
  const form = { sales: [{ accountID: first }] };
  const recordID = await idOf(desk.save(form));
  const { token } = await desk.signIn({ role: "sales" });
  expect((await desk.save(form, token)).status).toBe(403);
  for (const address of [
    "POST LeadRulesList",
    "POST TryLeadRule",
    "POST LeadRulePeople",
    "POST LeadRuleAssignments",
  ] as const)
    expect((await call(address, form, token)).status).toBe(403);
  expect((await call(`GET DeleteLeadRule?recordID=${recordID}`, undefined, token)).status).toBe(403);
  expect((await call("POST LeadRulesList", {}, "anonymous")).status).toBe(401);
  const admin = await desk.signIn({ branchIds: [desk.organization.branchIds[1]] });
  await desk.owner.query("delete from role_permission where permission = 'org:branch:query'");
  await desk.owner.query("update role set permissions_version = permissions_version + 1");
  expect(await desk.rules(admin.token)).toEqual([]);
  expect((await desk.save({ ...form, recordID, version: 1 }, admin.token)).status).toBe(404);
  expect((await desk.save({ ...form, recordID }, admin.token)).status).toBe(404);
  expect((await call(`GET DeleteLeadRule?recordID=${recordID}`, undefined, admin.token)).status).toBe(404);
});

async function pastLead(sales: string | null, daysAgo: number) {
  await desk.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, sales_id, channel_id, created_at)
     values ($1, $2, $3, '王小明', current_date, $4, $5, now() - make_interval(days => $6))`,
    [desk.organization.organizationId, v7(), desk.organization.branchIds[0], sales, desk.channelId, daysAgo],
  );
}

test("a dry run shows who would have received the last 30 days' leads, and writes nothing", async () => {
  const people = await desk.sales(2);
  for (let n = 0; n < 20; n++) await pastLead(people[0] ?? null, n);
  await pastLead(people[0] ?? null, 40);
  const form = { channel: desk.channelId, assignmentRule: "ratio", sales: withShares(people, [50, 50]) };
  const { body } = await call<LeadRuleTrial>("POST TryLeadRule", form);
  expect(body.resultData).toMatchObject({ leads: 20, isCut: false, fallback: 0, unassigned: 0 });
  expect(body.resultData?.people.map(({ would, did }) => [would, did])).toEqual([
    [10, 20],
    [10, 0],
  ]);
  expect(body.resultData?.samples).toHaveLength(10);
  expect(await desk.rules()).toEqual([]);
  const { rowCount } = await desk.owner.query("select from lead_assignment");
  expect(rowCount).toBe(0);
});

test("a decision is shown with the state of every person", async () => {
  const [first, second] = await desk.sales(2);
  const recordID = await idOf(
    desk.save({
      sales: [
        { accountID: first, capacity: 5 },
        { accountID: second, countries: ["TW"] },
      ],
    }),
  );
  const [given] = await desk.arrive([{ country: "HK" }]);
  await desk.owner.query(
    "insert into lead (organization_id, lead_id, branch_id, nickname, lead_date) values ($1, $2, $3, '林小美', current_date)",
    [desk.organization.organizationId, given?.leadId, desk.organization.branchIds[0]],
  );
  const { body } = await call<LeadAssignment[]>("POST LeadRuleAssignments", { recordID });
  expect(body.resultData).toMatchObject([
    {
      leadName: "林小美",
      kind: "rule",
      repeat: false,
      sales: { accountID: first },
      rule: { recordID },
      assignmentRule: "roundRobin",
      ignored: [],
      candidates: [
        { accountID: first, obstacles: [], openLeads: 0 },
        { accountID: second, obstacles: ["otherRegion"], openLeads: null },
      ],
    },
  ]);
});

test("people enter their own absences; those of others need the right to edit rules", async () => {
  const me = await desk.signIn({ role: "sales" });
  const [other] = await desk.sales(1);
  const days = { from: "2026-12-01", until: "2026-12-03" };
  const save = (form: object, token: string) => call<{ recordID: string }>("POST SaveLeadAbsence", form, token);
  const mine = (await save(days, me.token)).body.resultData?.recordID;
  expect((await save({ ...days, accountID: other }, me.token)).status).toBe(403);
  const theirs = (await save({ ...days, accountID: other, note: "旅行" }, owner)).body.resultData?.recordID;
  const listed = async (token: string) =>
    (await call<LeadAbsence[]>("POST LeadAbsenceList", days, token)).body.resultData;
  expect((await listed(me.token))?.map(({ recordID }) => recordID)).toEqual([mine]);
  expect((await listed(owner))?.map(({ recordID }) => recordID).sort()).toEqual([mine, theirs].sort());
  const moved = { ...days, recordID: mine, version: 1, until: "2026-12-05" };
  expect((await save(moved, me.token)).status).toBe(200);
  expect(nameOf((await save(moved, me.token)).body)).toBe("STALE_DATA");
  expect((await save({ ...days, recordID: theirs, version: 1 }, me.token)).status).toBe(404);
  expect((await call(`GET DeleteLeadAbsence?recordID=${theirs}`, undefined, me.token)).status).toBe(404);
  expect((await save({ from: "2026-12-03", until: "2026-12-01" }, me.token)).status).toBe(422);
  expect((await save({ from: "2026-12-03", until: "2028-12-01" }, me.token)).status).toBe(422);
  expect((await call(`GET DeleteLeadAbsence?recordID=${mine}`, undefined, me.token)).status).toBe(200);
});
