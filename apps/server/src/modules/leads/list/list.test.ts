import type { Failure } from "@homeroom/contract/envelope";
import type { AccountId, LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { beforeAll, describe, expect, it, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk, writeMany } from "#platform/db/for-tests";
import { buildLead, makeLeadsSearchable, openLeadDesk } from "../for-tests.ts";

interface Page {
  list: LeadRow[];
  total: number;
  totalIsEstimate?: boolean;
  nextCursor: string | null;
}

const desk = prepareDesk(openLeadDesk);
let token: string;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner" }));
});

const ask = (body: object) => callApi<Page>(desk.app, "POST /api_users/Member/LeadsList", { token, body });

async function page(body: object = {}): Promise<Page> {
  const answer = await ask(body);
  if (!answer.body.success) throw new Error(`${answer.body.name} ${JSON.stringify(answer.body.errors)}`);
  return answer.body.resultData;
}

const namesOf = ({ list }: Page) => list.map((row) => row.nickname);

describe("filters", () => {
  let sales: { accountId: AccountId };
  let tag: string;
  const filters: Record<string, () => Promise<object> | object> = {
    sales: () => ({ sales: [sales.accountId] }),
    tutor: () => ({ tutor: [sales.accountId] }),
    channel: async () => ({ channel: [await desk.channelId("Line_Default")] }),
    secondaryChannel: async () => ({ secondaryChannel: [await desk.channelId("WhatsApp_chat")] }),
    status: async () => ({ status: [await desk.itemId(3, "deal"), await desk.itemId(3, "closed")] }),
    result: async () => ({ result: [await desk.itemId(2, "callFollow")] }),
    tag: () => ({ tag: [tag] }),
    leadType: () => ({ leadType: [2, 3] }),
    branchID: () => ({ branchID: desk.organization.branchIds[1] }),
    gptStatus: () => ({ gptStatus: 1 }),
    country: () => ({ country: "TW" }),
    gender: () => ({ gender: 2 }),
    appopenflag: () => ({ appopenflag: 1 }),
    startTime: () => ({ startTime: "2026-11-10", endTime: "2026-11-10" }),
    lastContactStart: () => ({ lastContactStart: "2026-11-12", lastContactEnd: "2026-11-12" }),
    birthMonth: () => ({ birthMonth: 2 }),
  };

  beforeAll(async () => {
    sales = await desk.signIn({ role: "sales" });
    tag = (
      await desk.owner.query(
        "insert into list_item (organization_id, item_id, project_id, name, color) values ($1, gen_random_uuid(), 1, 'VIP', 'red') returning item_id",
        [desk.organization.organizationId],
      )
    ).rows[0].item_id;
    const given: Record<string, Parameters<typeof buildLead>[2]> = {
      sales: { sales_id: sales.accountId },
      tutor: { tutor_id: sales.accountId },
      channel: { channel_id: await desk.channelId("Line_Default") },
      secondaryChannel: { secondary_channel_id: await desk.channelId("WhatsApp_chat") },
      status: { status_id: await desk.itemId(3, "deal") },
      result: { result_id: await desk.itemId(2, "callFollow") },
      tag: { tag_ids: [tag as never] },
      leadType: { lead_type: 3 },
      branchID: { branch_id: desk.organization.branchIds[1] },
      gptStatus: { gpt_status: 1 },
      country: { country: "TW" },
      gender: { gender: 2 },
      appopenflag: { app_open: true },
      startTime: { lead_date: "2026-11-10" },
      // 00:30 on the 12th in Hong Kong.
      lastContactStart: { last_contact_at: new Date("2026-11-11T16:30:00Z") },
      birthMonth: { birthday: "2015-02-28" },
    };
    for (const [name, columns] of Object.entries(given))
      await buildLead(desk.db, desk.organization, { nickname: name, ...columns });
  });

  it.each(Object.keys(filters))("%s filters exactly", async (name) => {
    const found = await page({ pageSize: 50, ...(await filters[name]?.()) });
    expect(namesOf(found)).toEqual([name]);
    expect(found).toMatchObject({ total: 1, nextCursor: null });
  });

  it("can be combined, and an empty one keeps all", async () => {
    const [status, deal] = [await desk.itemId(3, "new"), await desk.itemId(3, "deal")];
    expect((await page({ status: [deal], country: "TW" })).total).toBe(0);
    expect((await page({ status: [deal, status], sales: [], keywords: "  " })).total).toBe(1);
    expect((await page({ appopenflag: 0 })).total).toBe(Object.keys(filters).length - 1);
    expect((await page({ unknown: "x" })).total).toBe(Object.keys(filters).length);
  });

  it("returns at most a hundred rows, and accepts numbers as selects send them", async () => {
    expect(await page({ pageSize: 5000 })).toMatchObject({ pageSize: 100 });
    expect((await page({ leadType: "1", gptStatus: "0" })).total).toBe(
      (await page({ leadType: [1], gptStatus: 0 })).total,
    );
  });

  it("shows names for ids", async () => {
    const [row] = (await page({ tag: [tag] })).list;
    expect(row).toMatchObject({ tag: [{ recordID: tag, name: "VIP", color: "red" }], branchName: "旺角分校" });
  });

  it.each([
    [{ status: "x" }, "status"],
    [{ sales: ["x"] }, "sales.0"],
    [{ startTime: "11/10" }, "startTime"],
    [{ leadType: ["a"] }, "leadType.0"],
    [{ pageSize: 0 }, "pageSize"],
    [{ pageNum: 0 }, "pageNum"],
    [{ sortBy: "phone; drop table lead" }, "sortBy"],
    [{ keywords: "x".repeat(101) }, "keywords"],
  ])("refuses %j", async (body, field) => {
    const { status, body: refusal } = await ask(body);
    expect([status, (refusal as Failure).errors?.map((error) => error.field)]).toEqual([422, [field]]);
  });
});

describe("search", () => {
  let found: (keywords: string) => Promise<string[]>;
  beforeAll(async () => {
    const { db, organization } = desk;
    const other = await buildOrganization(db, "別家");
    await buildLead(db, other, { nickname: "歐陽小明" });
    const lead = (nickname: string, columns: object) =>
      buildLead(db, organization, { nickname, gender: 1, ...columns });
    await lead("歐陽小明", { area_code: "+852", phone: "61234567", phone_e164: "85261234567" });
    await lead("Vivian", {
      fullname: "黎嘉欣",
      email: "vivian_100%@mail.hk",
      phone: "912345678",
      phone_e164: "886912345678",
    });
    await lead("Ｊｏ", {
      first_name: "約瑟",
      notes: "想上鋼琴班\n星期六",
      phone: "0223456789",
      phone_e164: "886223456789",
    });
    await lead("Kid", {
      contact1: JSON.stringify({ name: "司徒太太", phone: "98761234", email: "mum@home.hk" }),
      contact1_e164: "85298761234",
    });
    found = async (keywords) => namesOf(await page({ keywords, gender: 1, sortBy: "nickname", sortOrder: "asc" }));
  });

  it.each([
    ["歐", ["歐陽小明"]],
    ["小明", ["歐陽小明"]],
    ["陽小明", ["歐陽小明"]],
    ["嘉欣", ["Vivian"]],
    ["VIVIAN", ["Vivian"]],
    ["viv 黎", ["Vivian"]],
    ["黎 小明", []],
    ["鋼琴", ["Ｊｏ"]],
    ["星期六", ["Ｊｏ"]],
    ["司徒", ["Kid"]],
    ["mum@home", ["Kid"]],
    ["明歐", []],
    ["100%", ["Vivian"]],
    ["n_1", ["Vivian"]],
    ["%", ["Vivian"]],
    ["vi", ["Vivian"]],
    ["v", ["Vivian"]],
    ["ia", []],
    ["61", ["歐陽小明"]],
    ["\\", []],
    ["'; drop table lead; --", []],
  ])("by words: %j", async (keywords, names) => expect(await found(keywords)).toEqual(names));

  it.each([
    ["61234567", ["歐陽小明"]],
    ["6123 4567", ["歐陽小明"]],
    ["+852 6123-4567", ["歐陽小明"]],
    ["(852) 61234567", ["歐陽小明"]],
    ["６１２３４５６７", ["歐陽小明"]],
    ["2345 67", ["Vivian", "歐陽小明", "Ｊｏ"]],
    ["0912-345-678", ["Vivian"]],
    ["+886 912 345 678", ["Vivian"]],
    ["02 2345 6789", ["Ｊｏ"]],
    ["+886 2 2345 6789", ["Ｊｏ"]],
    ["9876.1234", ["Kid"]],
    ["4567 8901", []],
  ])("by a number in any writing: %j", async (keywords, names) => expect(await found(keywords)).toEqual(names));
});

describe("paging", () => {
  const wanted = { country: "MO" };
  const minute = (n: number) => new Date(Date.UTC(2026, 9, 1, 0, n));
  let made = 0;
  const add = (columns: object = {}) => {
    made += 1;
    const nickname = `第${String(made % 7)}`;
    return buildLead(desk.db, desk.organization, {
      nickname,
      country: "MO",
      created_at: minute(made >> 1),
      ...columns,
    });
  };

  async function walk(body: object, between: () => Promise<unknown> = async () => undefined): Promise<LeadId[]> {
    const ids: LeadId[] = [];
    let cursor: string | null | undefined;
    do {
      const next: Page = await page({ ...wanted, pageSize: 7, ...body, ...(cursor && { cursor }) });
      ids.push(...next.list.map((row) => row.leadId));
      cursor = next.nextCursor;
      await between();
    } while (cursor);
    return ids;
  }

  beforeAll(async () => {
    for (let n = 0; n < 40; n++)
      await add({ last_contact_at: n % 3 === 0 ? null : minute(n >> 2), lead_date: `2026-10-${10 + (n % 9)}` });
  });

  it.each(
    ["createTime", "leadDate", "lastContactDate", "nickname"].flatMap((sortBy) => [
      [sortBy, "asc"],
      [sortBy, "desc"],
    ]),
  )("by cursor gives every lead once, in order: %s %s", async (sortBy, sortOrder) => {
    const whole = await page({ ...wanted, pageSize: 100, sortBy, sortOrder });
    const ids = await walk({ sortBy, sortOrder });
    expect(ids).toEqual(whole.list.map((row) => row.leadId));
    expect(new Set(ids).size).toBe(40);
  });

  it("repeats and loses no lead while leads are added and deleted", async () => {
    const before = (await page({ ...wanted, pageSize: 100 })).list.map((row) => row.leadId);
    const gone: LeadId[] = [];
    const ids = await walk({}, async () => {
      const old = await add({ created_at: minute(-10) });
      await add({ created_at: minute(9999) });
      gone.push(old);
      await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [old]);
    });
    expect(ids).toEqual(before);
    await desk.owner.query(
      "delete from lead where country = 'MO' and (deleted_at is not null or created_at > '2026-10-05')",
    );
  });

  it("by number gives the same pages, and an empty one beyond the end", async () => {
    const ids: LeadId[] = [];
    for (const pageNum of [1, 2, 3])
      ids.push(...(await page({ ...wanted, pageNum, pageSize: 15 })).list.map((row) => row.leadId));
    expect(ids).toEqual(await walk({}));
    expect(await page({ ...wanted, pageNum: 99 })).toMatchObject({ list: [], total: 40, nextCursor: null });
  });

  it.each([
    ["rubbish", "!!!"],
    ["empty", Buffer.from("[]").toString("base64url")],
    ["of another sort", Buffer.from('["小明","0190a000-0000-7000-8000-000000000001"]').toString("base64url")],
    ["without a value", Buffer.from('[null,"0190a000-0000-7000-8000-000000000001"]').toString("base64url")],
    [
      "with no id",
      Buffer.from('["2026-10-01 00:00:00+00","------------------------------------"]').toString("base64url"),
    ],
    [
      "with no date",
      Buffer.from('["2026-99-99 00:00:00+00","0190a000-0000-7000-8000-000000000001"]').toString("base64url"),
    ],
  ])("refuses a cursor that is not ours: %s", async (_what, cursor) => {
    const { status, body } = await ask({ cursor });
    expect([status, body.success ? "ok" : body.name]).toEqual([400, "DATA_FORMAT_ERROR"]);
  });
});

const fill = (count: number) =>
  writeMany(
    desk,
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, country)
     select $1, gen_random_uuid(), $2, '名' || n, '2026-11-01', 'JP' from generate_series(1, ${count}) n`,
    [desk.organization.organizationId, desk.organization.branchIds[0]],
  );

test("totals are exact to 10,000 and an estimate above", async () => {
  await fill(10_000);
  expect(await page({ country: "JP" })).toMatchObject({ total: 10_000, totalIsEstimate: false });
  await fill(1);
  await desk.owner.query("analyze lead (organization_id, branch_id, country, deleted_at)");
  const more = await page({ country: "JP" });
  expect(more.totalIsEstimate).toBe(true);
  expect(more.total).toBeGreaterThan(10_000);
  expect(more.total).toBeLessThan(15_000);
});

test("for common words the newest leads are found, even if estimates are outdated", async () => {
  // Words count as common from 20,000 expected leads on.
  await fill(11_000);
  await makeLeadsSearchable(desk);
  await desk.owner.query("analyze lead (organization_id, branch_id, country, deleted_at)");
  const asked = { country: "JP", keywords: "名", pageSize: 20 };
  const first = await page(asked);
  expect(first).toMatchObject({ totalIsEstimate: true });
  expect(first.total).toBeGreaterThan(15_000);
  const second = await page({ ...asked, cursor: first.nextCursor });
  expect(first.list.concat(second.list).map((row) => row.leadId)).toEqual(
    (await page({ country: "JP", pageSize: 40 })).list.map((row) => row.leadId),
  );

  await writeMany(
    desk,
    `update lead set deleted_at = now() where country = 'JP' and lead_id not in
     (select lead_id from lead where country = 'JP' order by lead_id limit 15)`,
    [],
  );
  const few = await page(asked);
  expect(few).toMatchObject({ total: 15, totalIsEstimate: false, nextCursor: null });
  expect(few.list).toHaveLength(15);
});
