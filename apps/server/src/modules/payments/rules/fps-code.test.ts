import { expect, test } from "vitest";
import { crc16, fpsCode } from "./fps-code.ts";

/** Contents of QR codes that others make: Odoo's tests, HaLi.FPS, and two of hkqr-fps. */
const published = [
  "00020101021226330012hk.com.hkicl0313+852-6789123452040000530334454031005802HK5914company_1_data6002HK62170513INV/TEST/00016304A154",
  "00020101021226320012hk.com.hkicl0207600050906011520400005303344540510.505802HK5902NA6002HK62270523HKTEST202103190606259626304BCD1",
  "00020101021226270012hk.com.hkicl0207999999952040000530334454031235802HK5902NA6002HK6304D1A3",
  "00020101021226340012hk.com.hkicl0414pay@example.hk520400005303344540412005802HK5902NA6002HK62140510INV-00012363041198",
];

test.each(published)("the checksum of %s is right", (content) => {
  expect(crc16(content.slice(0, -4))).toBe(content.slice(-4));
});

const order = { bankCode: "", payeeName: "", currency: "HKD", reference: "" } as const;

test("a code for a phone is Odoo's", () => {
  const code = fpsCode({
    ...order,
    fpsID: "+852-67891234",
    payeeName: "company_1_data",
    amountMinor: 10_000,
    reference: "INV/TEST/0001",
  });
  expect(code).toBe(published[0]);
});

test("a code for an e-mail is hkqr-fps's", () => {
  const code = fpsCode({ ...order, fpsID: "pay@example.hk", amountMinor: 120_000, reference: "INV-000123" });
  expect(code).toBe(published[3]);
});

test("amounts have no unnecessary decimals, names are shortened, and a bank's code precedes the FPS ID", () => {
  const given = { ...order, fpsID: "6000509", reference: "2026112300000001" };
  const code = fpsCode({ ...given, bankCode: "004", payeeName: "N".repeat(40), amountMinor: 1050, currency: "CNY" });
  expect(code).toContain("26340012hk.com.hkicl010300402076000509");
  expect(code).toContain("5303156540410.55802HK");
  expect(code).toContain(`5925${"N".repeat(25)}6002HK`);
  expect(code).toContain("622005162026112300000001");
  expect(() => fpsCode({ ...given, amountMinor: 100, currency: "TWD" })).toThrow("FPS carries no TWD");
});
