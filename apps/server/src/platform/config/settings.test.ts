import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { backupTimeOf, readSettings, settingsShape, settingsWithoutUse } from "./settings.ts";

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString("base64");
const serving = {
  SECRET_KEY: key,
  PUBLIC_URL: "https://homeroom.example",
};

test("without any setting Homeroom runs on this machine alone, with its own database", () => {
  const settings = readSettings({ PORT: "", HOME: "/root" }, false);
  expect(settings).toMatchObject({ HOST: "127.0.0.1", PORT: 8080, PROCESS: "all", DEMO: "off", TRUST_PROXY: [] });
  expect(settings.DATABASE_URL).toBeUndefined();
});

test.each([
  ["PORT", "eighty"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "homeroom.example"],
  ["PUBLIC_URL", "ftp://homeroom.example"],
  ["DOCUMENTS_URL", "docs.example/homeroom"],
  ["PAGES_URL", "pages.example"],
  ["DOCUMENTS_URL", "data:text/html,documents"],
  ["PROCESS", "both"],
  ["DATABASE_URL", "mysql://db/homeroom"],
  ["REDIS_URL", "http://redis"],
  ["SECRET_KEY", "c2hvcnQ="],
  ["SMTP_URL", "mail.example"],
  ["LOG_LEVEL", "loud"],
  ["LOGIN_CAPTCHA", "no"],
  ["TRUST_PROXY", "10.0.0.1, somewhere"],
  ["DATABASE_POOL", "1"],
  ["WHATSAPP_API_URL", "graph"],
  ["STAFF_INITIAL_PASSWORD", "with-marks!"],
])("a wrong %s is named in one line that does not repeat it", (name, value) => {
  const failure = refusalOf({ [name]: value }, false);
  expect(failure).toMatch(new RegExp(`^Setting ${name} is wrong: [^\n]+\\.$`));
  expect(failure).not.toContain(value);
});

test.each(Object.keys(serving))("a production server without %s does not start", (name) => {
  expect(refusalOf({ ...serving, [name]: "" }, true)).toBe(`Setting ${name} is missing: a production server needs it.`);
});

test.each<Record<string, string>>([
  { LOGIN_CAPTCHA: "off" },
  { RATE_LIMITS: "off" },
  { CAPTCHA_TEST_HOOK: "on" },
  { DEMO: "on" },
  { STAFF_INITIAL_PASSWORD: "Welcome2026" },
])("a production server refuses %o", (setting) => {
  expect(readSettings(setting, false)).toMatchObject(setting);
  expect(refusalOf({ ...serving, ...setting }, true)).toContain(`Setting ${Object.keys(setting)[0]} is wrong`);
});

test("one machine in production backs its own database up every night, a database elsewhere only when asked", () => {
  const timeOf = (given: Record<string, string>, isServing = true) =>
    backupTimeOf(readSettings({ ...serving, ...given }, isServing));
  expect(timeOf({})).toBe("03:30");
  expect(timeOf({ BACKUP_AT: "off" })).toBeNull();
  expect(timeOf({ DATABASE_URL: "postgres://owner@db/homeroom" })).toBeNull();
  expect(timeOf({ DATABASE_URL: "postgres://owner@db/homeroom", BACKUP_AT: "22:15" })).toBe("22:15");
  expect(timeOf({}, false)).toBeNull();
});

test("a bucket needs all of its settings", () => {
  expect(refusalOf({ FILES_S3_BUCKET: "centre", FILES_S3_ENDPOINT: "https://s3.example" }, false)).toMatch(
    /^Setting FILES_S3_ACCESS_KEY_ID is missing/,
  );
});

test("proxies are a list of addresses and networks", () => {
  expect(readSettings({ TRUST_PROXY: "loopback, 10.0.0.0/8,fd00::1" }, false).TRUST_PROXY).toEqual([
    "loopback",
    "10.0.0.0/8",
    "fd00::1",
  ]);
});

test("the page on settings names every one, and says of those without use that they have none", async () => {
  const page = await readFile(new URL("../../../../../docs/how-to/configure.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|.*$/gm)];
  expect(rows.map(([, name]) => name).toSorted()).toEqual(Object.keys(settingsShape.shape).toSorted());
  const withoutUse = rows.filter(([row]) => row.includes("not used yet")).map(([, name]) => name);
  expect(withoutUse.toSorted()).toEqual([...settingsWithoutUse].toSorted());
});

function refusalOf(environment: Record<string, string>, asProduction: boolean): string {
  try {
    readSettings(environment, asProduction);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The settings were accepted");
}
