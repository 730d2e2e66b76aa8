import { expect, test } from "vitest";
import { endpointsGate, errorTextsGate } from "./contract-gates.ts";
import { screenTextsGate } from "./screen-texts-gate.ts";
import { textsGate } from "./texts-gate.ts";
import { told } from "./tree-for-tests.ts";
import { wordingGate } from "./wording-gate.ts";

const texts = (language: string, namespace: string): string =>
  `apps/web/src/platform/i18n/${language}/${namespace}.json`;
const screen = "apps/web/src/modules/leads/screens/leads.tsx";

function inAll(namespace: string, value: object): Record<string, string> {
  return Object.fromEntries(
    ["zh-tw", "zh-cn", "en"].map((language) => [texts(language, namespace), JSON.stringify(value)]),
  );
}

function asking(call: string): string {
  return `export function Leads() {\n  const { t } = useTranslation("leads");\n  return <p>{${call}}</p>;\n}\n`;
}

test("texts: a key that is missing in one language", async () => {
  const found = await told(textsGate, {
    ...inAll("leads", { title: "x" }),
    [texts("zh-cn", "leads")]: "{}",
    [screen]: asking('t("title")'),
  });
  expect(found).toEqual([`${texts("zh-cn", "leads")}: leads:title is missing in zh-cn`]);
});

test("texts: a key that the code uses but no file has", async () => {
  const found = await told(textsGate, {
    ...inAll("leads", { title: "x" }),
    [screen]: asking('[t("title"), t("tittle"), t(`state.${1}`)]'),
  });
  expect(found).toEqual([
    `${screen}:3: there is no text tittle in leads`,
    `${screen}:3: there is no text state.* in leads`,
  ]);
});

test("texts: an unused key", async () => {
  const found = await told(textsGate, { ...inAll("leads", { title: "x", old: "x" }), [screen]: asking('t("title")') });
  expect(found).toEqual([expect.stringContaining("nothing uses leads:old")]);
});

test("texts: patterns, other namespaces, plurals, conditions and lists count as use", async () => {
  const found = await told(textsGate, {
    ...inAll("leads", { state: { open: "x", closed: "x" }, count_other: "{{count}}", yes: "x", no: "x", listed: "x" }),
    [texts("en", "leads")]: JSON.stringify({
      state: { open: "x", closed: "x" },
      count_one: "One",
      count_other: "{{count}}",
      yes: "x",
      no: "x",
      listed: "x",
    }),
    ...inAll("ui", { save: "x" }),
    [screen]: asking(
      '[t(`state.${name}`), t("count", { count: 2 }), t(is ? "yes" : "no"), t("ui:save"), keys.map((key) => t(key))]',
    ),
    "apps/web/src/modules/leads/api.ts": 'export const keys = ["listed"];\n',
  });
  expect(found).toEqual([]);
});

test.each([
  ["zh-tw", "名单", "title: zh-tw has the simplified 单"],
  ["zh-tw", "服務器", "title: zh-tw says 服務器"],
  ["zh-tw", "你的名單", "title: zh-tw says 你"],
  ["zh-cn", "「名单」", "title: zh-cn says 「"],
  ["zh-cn", "名單", "title: zh-cn has the traditional 單"],
  ["en", " ", "title is empty"],
  ["en", "{{name}}", "leads:title leaves out a place that another language fills"],
])("texts: %s must not say %j", async (language, value, what) => {
  const found = await told(textsGate, {
    ...inAll("leads", { title: "x" }),
    [texts(language, "leads")]: JSON.stringify({ title: value }),
    [screen]: asking('t("title")'),
  });
  expect(found).toEqual([expect.stringContaining(what)]);
});

test.each([
  "<p>New lead</p>",
  '<Input placeholder="Search" />',
  '<Input aria-label="search" />',
  "<p>{`名單`}</p>",
  '<p>{"名單"}</p>',
  '<Table columns={[{ title: "Name" }]} />',
])("wording: %s", async (element) => {
  const found = await told(wordingGate, { [screen]: `export const A = () => ${element};\n` });
  expect(found).toEqual([
    expect.stringMatching(/^apps\/web\/src\/modules\/leads\/screens\/leads.tsx:1: says ".+" in the code$/),
  ]);
});

test("wording: texts by key, keys, marks and tests pass", async () => {
  const found = await told(wordingGate, {
    [screen]:
      'export const A = () => <p title={t("a")} className="Two words">{x} · {"id"} <Table columns={[{ title: "name" }]} /></p>;\n',
    "apps/web/src/modules/leads/api.test.ts": 'export const name = "王小明";\n',
    "apps/web/src/platform/i18n/language-names.ts": 'export const names = ["繁體中文", "简体中文", "English"];\n',
  });
  expect(found).toEqual([]);
});

const catalogue = "packages/contract/src/errors/catalogue.ts";
const endpoints = "packages/contract/src/all-endpoints.ts";

test("errors: a text that is missing, or in the other script", async () => {
  const entry = '{ texts: { "zh-tw": "系统錯誤", "zh-cn": "“永久刪除”", en: "" } }';
  const found = await told(errorTextsGate, { [catalogue]: `export const errorCatalogue = { A: ${entry} };\n` });
  expect(found).toEqual([`${catalogue}: A: zh-tw has the simplified 统`, `${catalogue}: A has no text in en`]);
});

test("endpoints: a call without access, with an unknown permission, or declared twice", async () => {
  const found = await told(endpointsGate, {
    [endpoints]: `const a = { method: "GET", path: "/a", access: "public" };
      const b = { method: "GET", path: "/b", access: [] };
      const c = { method: "GET", path: "/c", access: ["crm:lead:query", "crm:lead:fly"] };
      export const allEndpoints = { one: { a, b }, two: { again: a, c } };\n`,
    "packages/contract/src/permissions.ts": 'export const permissions = ["crm:lead:query"];\n',
  });
  expect(found).toEqual([
    `${endpoints}: GET /b does not declare its access`,
    `${endpoints}: GET /c asks for crm:lead:fly, which does not exist`,
    `${endpoints}: GET /a is declared twice`,
  ]);
});

test("screen-texts: a screen that opens without the texts of a part of it", async () => {
  const folder = "apps/web/src/modules/leads/screens";
  const files = {
    "apps/web/src/app/router.tsx": 'void loadTexts(["shell"]);\n',
    "apps/web/src/app/views.ts":
      'export const views = { leads: { load: () => import("../modules/leads/screens/leads.tsx"), texts: ["leads"] } };\n',
    [`${folder}/leads.tsx`]:
      'import { Part } from "./part.tsx";\nvoid import("./later.tsx");\nexport const leads = [useTranslation("leads"), useTranslation("shell"), Part];\n',
    [`${folder}/part.tsx`]: 'export const Part = useTranslation("parts");\n',
    [`${folder}/later.tsx`]: 'export const Later = useTranslation("later");\n',
  };
  expect(await told(screenTextsGate, files)).toEqual([
    `apps/web/src/app/views.ts: ${folder}/leads.tsx opens without the texts "parts" of ${folder}/part.tsx`,
  ]);
});
