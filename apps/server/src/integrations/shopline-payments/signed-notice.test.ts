import { expect, test } from "vitest";
import { isSigned } from "./signed-notice.ts";

const body = '{"id":"evt_1","type":"trade.succeeded","created":1718551769058,"data":{"status":"SUCCEEDED"}}';
const timestamp = "1718551769058";
const sign = "36c5c08ef38911eb6c8ddff00731709bb1813ecfa6ccb1d6e9af286d24800001";
const key = "sign_key_abc";
const soon = Number(timestamp) + 60_000;

const notice = (changed: { body?: string; timestamp?: string; sign?: string } = {}) => {
  const headers: Record<string, string> = { timestamp, sign, ...changed };
  return { body: Buffer.from(changed.body ?? body), header: (name: string) => headers[name] ?? "" };
};

test("a notice signed by SHOPLINE is accepted for five minutes", () => {
  expect(isSigned(notice(), key, soon)).toBe(true);
  expect(isSigned(notice(), key, soon + 5 * 60_000)).toBe(false);
});

test.each([
  ["another body", { body: body.replace("SUCCEEDED", "SUCCEEDEE") }],
  ["another time", { timestamp: String(soon) }],
  ["no time", { timestamp: "" }],
  ["another signature", { sign: sign.replace("3", "4") }],
  ["no signature", { sign: "" }],
])("%s is not", (_name, changed) => {
  expect(isSigned(notice(changed), key, soon)).toBe(false);
});

test("without a key every notice is refused", () => {
  expect(isSigned(notice(), "", soon)).toBe(false);
});
