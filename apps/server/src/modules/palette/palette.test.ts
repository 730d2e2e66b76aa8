import type { PaletteHit, PaletteKind } from "@homeroom/contract/palette";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { leadsModule } from "#modules/leads/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { typeFor } from "#modules/products/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { paletteModule } from "./public.ts";

const base = prepareDatabase();
let admin: string;
let sales: string;
let stranger: string;

const server = prepareServer(base, (platform) => [leadsModule(platform), paletteModule(platform)]);
beforeAll(async () => {
  const [ours, theirs] = [await buildOrganization(base.db), await buildOrganization(base.db, "別家")];
  const session = async (organization: TestOrganization, role: "admin" | "sales") =>
    (await signInAs(base.db, organization, { role, nickname: "某人" })).token;
  [admin, sales, stranger] = [
    await session(ours, "admin"),
    await session(ours, "sales"),
    await session(theirs, "admin"),
  ];
  await fill(ours);
});

async function fill(organization: TestOrganization): Promise<void> {
  await buildAccount(base.db, organization, { role: "sales", nickname: "星河老師", email: "milky@staff.test" });
  const { organizationId } = organization;
  await base.owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, state, created_by)
     select organization_id, $2, '星河發送', 'draft', account_id from account where organization_id = $1 limit 1`,
    [organizationId, v7()],
  );
  await base.owner.query(
    `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind,
       image_file_ids, sort)
     values ($1, $2, 'R-1', '星河課程', $3, 100, 'HKD', 'online', array[gen_random_uuid()], 1)`,
    [organizationId, v7(), await typeFor(base, organization, "課程")],
  );
  const add = (body: object) => callApi(server.app, "POST /api_users/Member/AddLeadInfo", { token: admin, body });
  await add({ nickname: "星河小美", phone: "61234567", areaCode: "+852" });
  const withNote = await callApi<{ leadId: string }>(server.app, "POST /api_users/Member/AddLeadInfo", {
    token: admin,
    body: { nickname: "阿明", notes: "聽星河小美介紹", phone: "69876543", areaCode: "+852" },
  });
  expect(withNote.status).toBe(200);
}

async function find(token: string, keywords: string, kinds?: PaletteKind[]): Promise<PaletteHit[]> {
  const body = { keywords, ...(kinds && { kinds }) };
  const answer = await callApi<{ list: PaletteHit[] }>(server.app, "POST /api_basic/Palette/Find", { token, body });
  expect(answer.status).toBe(200);
  return answer.body.resultData?.list ?? [];
}
const lines = (hits: readonly PaletteHit[]) => hits.map(({ kind, title, matched }) => [kind, title, matched]);

test("people with that name come before people whose notes contain it, and each shows what matched", async () => {
  expect(lines(await find(admin, "星河"))).toEqual([
    ["lead", "星河小美", "name"],
    ["lead", "阿明", "note"],
    ["staff", "星河老師", "name"],
    ["plan", "星河發送", "name"],
    ["product", "星河課程", "name"],
  ]);
  expect(lines(await find(admin, "6123-4567"))).toEqual([["lead", "星河小美", "phone"]]);
  expect(lines(await find(admin, "milky@"))).toEqual([["staff", "星河老師", "email"]]);
});

test("people with a name come before people whose parent has it, even more recent ones", async () => {
  const add = (body: object) => callApi(server.app, "POST /api_users/Member/AddLeadInfo", { token: admin, body });
  await add({ nickname: "陳白鹿", phone: "61110001", areaCode: "+852" });
  const parent = { name: "白鹿媽媽", phone: "61110003", areaCode: "+852" };
  await add({ nickname: "小青", phone: "61110002", areaCode: "+852", contact1: parent });
  await base.owner.query("update lead set last_contact_at = now() where nickname = '小青'");
  expect(lines(await find(admin, "白鹿", ["lead"]))).toEqual([
    ["lead", "陳白鹿", "name"],
    ["lead", "小青", "name"],
  ]);
});

test.each(["xinghexiaomei", "xinghe", "xhxm", "xhxiaomei", "singho", "shsm", "ㄒㄏㄒㄇ", "Xing He"])(
  "the name is found by its sound %s",
  async (sound) => {
    const hits = lines(await find(admin, sound, ["lead"]));
    expect(hits).toContainEqual(["lead", "星河小美", "sound"]);
    expect(hits.map(([, title]) => title)).not.toContain("阿明");
  },
);

test("colleagues are found by the sound of their names, which follows a rename", async () => {
  expect(lines(await find(admin, "xinghels", ["staff"]))).toEqual([["staff", "星河老師", "sound"]]);
  await base.owner.query("update account set nickname = '單文' where nickname = '星河老師'");
  expect(await find(admin, "xinghels", ["staff"])).toEqual([]);
  for (const sound of ["shanwen", "danwen", "simman", "sw"])
    expect(lines(await find(admin, sound, ["staff"]))).toEqual([["staff", "單文", "sound"]]);
  await base.owner.query("update account set nickname = '星河老師' where nickname = '單文'");
});

test("only the requested kinds are searched", async () => {
  expect(lines(await find(admin, "星河", ["product"]))).toEqual([["product", "星河課程", "name"]]);
});

test("nobody finds what their lists do not show, or anything of another organisation", async () => {
  const kinds = new Set((await find(sales, "星河")).map(({ kind }) => kind));
  expect(kinds.has("staff") || kinds.has("plan")).toBe(false);
  expect(await find(stranger, "星河")).toEqual([]);
});
