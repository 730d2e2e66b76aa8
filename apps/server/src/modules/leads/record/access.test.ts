import type { Failure } from "@homeroom/contract/envelope";
import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard, LeadRow } from "@homeroom/contract/leads";
import { leads } from "@homeroom/contract/leads";
import { beforeAll, describe, expect, it, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { buildLead, openLeadDesk } from "../for-tests.ts";

const desk = prepareDesk(openLeadDesk);
/** One lead of each kind, by whose it is. */
let leadIds: Record<"mine" | "tutored" | "nobodys" | "colleagues" | "otherBranch" | "otherOrganization", LeadId>;
let tokens: Record<"owner" | "admin" | "tutor" | "sales" | "teacher", string>;

beforeAll(async () => {
  const { db, organization } = desk;
  const [, there] = organization.branchIds;
  const sales = await desk.signIn({ role: "sales" });
  const colleague = await desk.signIn({ role: "sales" });
  const signIn = async (role: "owner" | "admin" | "tutor" | "teacher") => (await desk.signIn({ role })).token;
  tokens = {
    owner: await signIn("owner"),
    admin: await signIn("admin"),
    tutor: await signIn("tutor"),
    teacher: await signIn("teacher"),
    sales: sales.token,
  };
  const build = (columns: object) => buildLead(db, organization, columns);
  leadIds = {
    mine: await build({ sales_id: sales.accountId }),
    tutored: await build({ sales_id: colleague.accountId, tutor_id: sales.accountId }),
    nobodys: await build({}),
    colleagues: await build({ sales_id: colleague.accountId }),
    otherBranch: await build({ branch_id: there, sales_id: sales.accountId }),
    otherOrganization: await buildLead(db, await buildOrganization(db, "別家")),
  };
});

type Kind = keyof typeof leadIds;
const kinds = () => Object.keys(leadIds) as Kind[];
const call = <Result>(name: string, body: object, token: string) =>
  callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token, body });

async function seenInList(token: string): Promise<Kind[]> {
  const { body } = await call<{ list: LeadRow[]; total: number }>("LeadsList", { pageSize: 50 }, token);
  const ids = body.resultData?.list.map((row) => row.leadId) ?? [];
  expect(body.resultData?.total).toBe(ids.length);
  return kinds().filter((kind) => ids.includes(leadIds[kind]));
}

async function seenById(token: string): Promise<Kind[]> {
  const found: Kind[] = [];
  for (const kind of kinds()) {
    const { status } = await call("QueryLeadInfo", { leadId: leadIds[kind] }, token);
    const get = (path: string) => callApi(desk.app, `GET /api_users/Member/${path}?leadId=${leadIds[kind]}`, { token });
    const [logs, notes] = [await get("LeadsLogList"), await get("LeadsDescList")];
    expect([logs.status, notes.status]).toEqual([status, status]);
    if (status === 200) found.push(kind);
    else expect(status).toBe(404);
  }
  return found;
}

describe("visibility of leads, in the list and by id", () => {
  const branch: Kind[] = ["mine", "tutored", "nobodys", "colleagues"];
  it.each([
    ["owner", [...branch, "otherBranch"]],
    ["admin", [...branch, "otherBranch"]],
    ["tutor", branch],
    ["sales", ["mine", "tutored", "nobodys"]],
    ["teacher", ["nobodys"]],
  ] as const)("%s", async (role, seen) => {
    expect(await seenInList(tokens[role])).toEqual(seen);
    expect(await seenById(tokens[role])).toEqual(seen);
  });

  test("sales signed in at the other branch see that branch's", async () => {
    const [here, there] = desk.organization.branchIds;
    const both = await buildAccount(desk.db, desk.organization, { role: "sales", branchIds: [here, there] });
    const token = await buildSession(desk.db, desk.organization, { ...both, branchId: there });
    await desk.owner.query("update lead set sales_id = $1 where lead_id = $2", [both.accountId, leadIds.otherBranch]);
    expect(await seenInList(token)).toEqual(["otherBranch"]);
  });
});

describe("permissions", () => {
  const writes = (leadId: LeadId): [string, object][] => [
    ["EditLeadInfo", { leadId, version: 1, nickname: "新名" }],
    ["EditLeadContactInfo", { leadId, version: 1, contact1: {}, contact2: {} }],
    ["AddLeadDesc", { leadId, content: "備註" }],
  ];

  it("an invisible lead is not found", async () => {
    for (const kind of ["colleagues", "otherBranch", "otherOrganization"] as const)
      for (const [name, body] of writes(leadIds[kind]))
        expect((await call(name, body, tokens.sales)).status, `${name} ${kind}`).toBe(404);
    for (const [name, body] of writes(leadIds.otherOrganization))
      expect((await call(name, body, tokens.owner)).status).toBe(404);
  });

  it("needs its permission", async () => {
    for (const [name, body] of [...writes(leadIds.nobodys), ["AddLeadInfo", { nickname: "陳" }] as const]) {
      const { status, body: refusal } = await call(name, body, tokens.teacher);
      expect([status, (refusal as Failure).name]).toEqual([403, "PERMISSION_DENIED"]);
    }
    expect((await call("AddLeadInfo", { nickname: "陳" }, tokens.tutor)).status).toBe(403);
  });

  it("sales can take a lead without an owner, but not assign it to others", async () => {
    const me = await desk.signIn({ role: "sales" });
    const other = await desk.signIn({ role: "sales" });
    const leadId = await buildLead(desk.db, desk.organization);
    const edit = (sales: string | null, version: number) =>
      call("EditLeadInfo", { leadId, version, nickname: "王小明", sales }, me.token);
    expect((await edit(other.accountId, 1)).status).toBe(403);
    expect((await edit(me.accountId, 1)).status).toBe(200);
    expect((await edit(null, 2)).status).toBe(403);
    expect((await edit(other.accountId, 2)).status).toBe(403);
    const add = (sales: string | null) => call("AddLeadInfo", { nickname: "陳", sales }, me.token);
    expect((await add(other.accountId)).status).toBe(403);
    expect((await add(me.accountId)).status).toBe(200);
    const there = desk.organization.branchIds[1];
    expect((await call("AddLeadInfo", { nickname: "陳", branchID: there }, me.token)).body).toMatchObject({
      name: "LEAD_ORGANIZATION_OR_BRANCH_MISSING",
    });
  });

  it("the card lists the reader's permissions", async () => {
    const abilities = async (token: string) =>
      (await call<LeadCard>("QueryLeadInfo", { leadId: leadIds.nobodys }, token)).body.resultData?.can;
    expect(await abilities(tokens.admin)).toEqual({
      edit: true,
      assign: true,
      note: true,
      chat: true,
      activate: true,
    });
    expect(await abilities(tokens.sales)).toEqual({
      edit: true,
      assign: false,
      note: true,
      chat: true,
      activate: false,
    });
    expect(await abilities(tokens.teacher)).toEqual({
      edit: false,
      assign: false,
      note: false,
      chat: false,
      activate: false,
    });
  });
});

test("a session is required", async () => {
  for (const { method, path } of Object.values(leads)) {
    const { status } = await callApi(desk.app, `${method} ${path}` as "POST /", { body: {} });
    expect([path, status]).toEqual([path, 401]);
  }
});

test("kinds of action and of lead are in the reader's language", async () => {
  const get = (name: string) => callApi<object[]>(desk.app, `GET /api_users/Member/${name}`, { token: tokens.teacher });
  const actions = (await get("LeadActionTypes")).body.resultData;
  expect(actions).toHaveLength(15);
  expect(actions?.[0]).toEqual({ value: "1", label: "新名單" });
  expect((await get("LeadTypeList")).body.resultData).toHaveLength(4);
});
