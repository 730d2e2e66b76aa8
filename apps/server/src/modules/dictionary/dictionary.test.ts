import type { DictRow } from "@homeroom/contract/dictionary";
import type { Failure } from "@homeroom/contract/envelope";
import { beforeAll, expect, test } from "vitest";
import { type buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { dictionaryModule, importDictionary } from "./public.ts";
import { builtInDicts, dictIdOf } from "./rules/built-in.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let token: string;

const server = prepareServer(base, (platform) => [dictionaryModule(platform)]);
beforeAll(async () => {
  await importDictionary(base.db);
  token = await tokenOf({ role: "owner", isPlatform: true });
});

async function tokenOf(given: Parameters<typeof buildAccount>[2]): Promise<string> {
  return (await signInAs(base.db, organization, given)).token;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = <Result>(method: Method, path: string, body?: object, by = token) =>
  callApi<Result>(server.app, `${method} /api_basic/Dict${path}`, { token: by, ...(body && { body }) });
const refusal = ({ body, status }: { status: number; body: unknown }) => {
  const { name, errors } = body as Failure;
  return [status, name, ...(errors ?? []).map((error) => error.field)];
};

const item = (value: string, name = value) => ({ value, name });
async function add(form: object): Promise<string> {
  const { body } = await call<{ recordID: string }>("POST", "", form);
  if (!body.success) throw new Error(body.name);
  return body.resultData.recordID;
}
async function form(id: string): Promise<DictRow & { version: number }> {
  const { body } = await call<DictRow & { version: number }>("GET", `/${id}/form`);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

test("the product's own choices exist for everyone, in the reader's language", async () => {
  const sales = await tokenOf({ role: "sales" });
  const { body } = await call("GET", "/gender/options", undefined, sales);
  expect(body.resultData).toEqual([
    { value: "1", label: "男" },
    { value: "2", label: "女" },
    { value: "0", label: "不公開" },
  ]);
  const english = await server.app.inject({
    url: "/api_basic/Dict/Education/options",
    headers: { accesstoken: sales, "accept-language": "en" },
  });
  expect(english.json().resultData[2]).toEqual({ value: "3", label: "Bachelor" });
  expect((await call("GET", "/nothing/options", undefined, sales)).body.resultData).toEqual([]);
  expect((await call("GET", "/gender/options", undefined, "anonymous")).status).toBe(401);
});

test("importing again writes nothing, even simultaneously; changed wording stays until the product changes it", async () => {
  const id = dictIdOf("notice_level");
  await base.owner.query("update dict_item set titles = '{\"zh-tw\": \"緊急\"}' where dict_id = $1 and value = 'H'", [
    id,
  ]);
  expect(await Promise.all([importDictionary(base.db), importDictionary(base.db)])).toEqual([
    { written: 0 },
    { written: 0 },
  ]);
  const titleOf = async () =>
    (await base.owner.query("select titles from dict_item where dict_id = $1 and value = 'H'", [id])).rows[0].titles[
      "zh-tw"
    ];
  expect(await titleOf()).toBe("緊急");
  await base.owner.query(
    "insert into dict_item (dict_id, item_id, value, name) values ($1, gen_random_uuid(), 'X', '自訂')",
    [id],
  );
  await base.owner.query("update dict_type set definition = 'older' where dict_id = $1", [id]);
  expect(await importDictionary(base.db)).toEqual({ written: 1 });
  expect(await titleOf()).toBe("高");
  const kept = await base.owner.query("select from dict_item where dict_id = $1 and value = 'X'", [id]);
  expect(kept.rowCount).toBe(1);
});

test("a dictionary can be added, searched, changed with its items in one form, and deleted", async () => {
  const titles = { "zh-tw": "教室", "zh-cn": "教室", en: "Room" };
  const id = await add({ code: "room", name: "教室", titles, dictItems: [item("1", "鋼琴室"), item("2", "鼓房")] });
  const found = await call<{ list: DictRow[]; total: number }>("GET", `/page?keywords=${encodeURIComponent("鋼琴")}`);
  expect(found.body.resultData).toMatchObject({ total: 1, list: [{ id, code: "room", isBuiltIn: false }] });

  const held = await form(id);
  const [piano, drums] = held.dictItems;
  // The two change their values: no moment has both.
  const swapped = [
    { ...piano, value: "2", sort: 2 },
    { ...drums, value: "1", sort: 1 },
    { ...item("3", "舞蹈室"), sort: 3, status: 0 },
  ];
  expect((await call("PUT", `/${id}`, { ...held, dictItems: swapped })).status).toBe(200);
  const saved = await form(id);
  expect(saved.dictItems.map(({ id: kept, value }) => [kept, value])).toEqual([
    [drums?.id, "1"],
    [piano?.id, "2"],
    [expect.any(String), "3"],
  ]);
  const choices = await call<{ value: string }[]>("GET", "/room/options");
  expect(choices.body.resultData?.map(({ value }) => value)).toEqual(["1", "2"]);
  expect(refusal(await call("PUT", `/${id}`, { ...held, name: "舊" }))).toEqual([409, "STALE_DATA"]);

  expect((await call("DELETE", `/${id}`)).status).toBe(200);
  expect(refusal(await call("DELETE", `/${id}`))).toEqual([404, "NOT_FOUND"]);
  const { rows } = await base.owner.query(
    "select action, before, after from audit_entry where subject_id = $1 order by audit_id",
    [id],
  );
  expect(rows).toMatchObject([
    { action: "created", after: { items: { 1: "鋼琴室", 2: "鼓房" } } },
    { action: "edited", before: { items: { 1: "鋼琴室" } }, after: { items: { 1: "鼓房", 3: "(舞蹈室)" } } },
    { action: "deleted", before: { code: "room" } },
  ]);
});

test.each([
  [{ name: "" }, [422, "DICT_NAME_REQUIRED", "name"]],
  [{ code: "" }, [422, "DICT_CODE_REQUIRED", "code"]],
  [{ code: "1x" }, [422, "DICT_CODE_WRONG", "code"]],
  [{ code: "GENDER" }, [409, "DICT_CODE_EXISTS", "code"]],
  [{ dictItems: [item("1"), item("1")] }, [409, "DICT_VALUE_EXISTS", "dictItems.1.value"]],
  [{ dictItems: [item("", "空")] }, [422, "DICT_VALUE_REQUIRED", "dictItems.0.value"]],
])("a form with %j is refused at its field", async (wrong, expected) => {
  expect(refusal(await call("POST", "", { name: "新", code: "fresh", ...wrong }))).toEqual(expected);
});

test("two simultaneous creates with the same code make one dictionary", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => call("POST", "", { name: "同時", code: "same" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("a built-in dictionary keeps its code and values, and can be reworded and extended", async () => {
  const id = dictIdOf("gender");
  const held = await form(id);
  expect(refusal(await call("PUT", `/${id}`, { ...held, code: "sex" }))).toEqual([409, "DICT_BUILT_IN", "code"]);
  expect(refusal(await call("PUT", `/${id}`, { ...held, dictItems: held.dictItems.slice(1) }))).toEqual([
    409,
    "DICT_BUILT_IN",
  ]);
  expect(refusal(await call("DELETE", `/${id}`))).toEqual([409, "DICT_BUILT_IN"]);
  const longer = [...held.dictItems, { ...item("3", "其他"), sort: 9 }];
  expect((await call("PUT", `/${id}`, { ...held, dictItems: longer })).status).toBe(200);
  const choices = await call<{ label: string }[]>("GET", "/gender/options");
  expect(choices.body.resultData?.map(({ label }) => label)).toEqual(["男", "女", "不公開", "其他"]);
});

test("only platform staff read and write dictionaries, whatever an organisation's roles hold", async () => {
  const id = dictIdOf("gender");
  const held = await form(id);
  const owner = await tokenOf({ role: "owner" });
  await base.owner.query(
    "insert into role_permission (organization_id, role_id, permission) select $1, $2, 'sys:dict:' || unnest(array['query', 'add', 'edit', 'delete'])",
    [organization.organizationId, organization.roles.admin],
  );
  const admin = await tokenOf({ role: "admin" });
  for (const by of [owner, admin]) {
    expect((await call("GET", "/page", undefined, by)).status).toBe(403);
    expect((await call("POST", "", { name: "x", code: "mine" }, by)).status).toBe(403);
    expect((await call("PUT", `/${id}`, held, by)).status).toBe(403);
    expect((await call("DELETE", `/${id}`, undefined, by)).status).toBe(403);
  }
});

test("the built-in values and names are unique in every language", () => {
  for (const { code, items } of builtInDicts) {
    expect(new Set(items.map(({ value }) => value)).size, code).toBe(items.length);
    for (const { titles } of items) expect(Object.values(titles).every(Boolean), code).toBe(true);
  }
});
