import { beforeEach, expect, test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { inSystemTransaction } from "#platform/db/transaction";
import { codeLimits, countCodeRequest, mailCode } from "./actions/mail-code.ts";
import { checkCode, spendCode } from "./actions/spend-code.ts";

const base = prepareDatabase();
const at = { purpose: "register", email: "New@School.test" } as const;
const wrong = { code: "LOGIN_INVALID_VERIFICATION_CODE" };

beforeEach(async () => {
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query("delete from mailed_code");
});

async function sendCode(): Promise<string> {
  await mailCode(base.platform, { ...at, language: "zh-tw" });
  const { rows } = await base.owner.query("select body from outgoing_mail order by created_at desc limit 1");
  return /\d{6}/.exec(rows[0].body.text)?.[0] ?? "";
}

const spend = () => inSystemTransaction(base.db, (tx) => spendCode(tx, at));

test("a code is used once, whatever the letter case of its address", async () => {
  const code = await sendCode();
  await checkCode(base.platform, { ...at, email: "new@school.test", code });
  const both = await Promise.allSettled([spend(), spend()]);
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(checkCode(base.platform, { ...at, code })).rejects.toMatchObject(wrong);
});

test("after five tries even the right code is refused", async () => {
  const code = await sendCode();
  const other = code === "000000" ? "000001" : "000000";
  for (let count = 0; count < 5; count += 1) {
    await expect(checkCode(base.platform, { ...at, code: other })).rejects.toMatchObject(wrong);
  }
  await expect(checkCode(base.platform, { ...at, code })).rejects.toMatchObject(wrong);
});

test("a code is invalid for another purpose, after ten minutes, or once a newer one was sent", async () => {
  const first = await sendCode();
  await expect(checkCode(base.platform, { ...at, purpose: "forgot", code: first })).rejects.toMatchObject(wrong);
  const second = await sendCode();
  if (first !== second) await expect(checkCode(base.platform, { ...at, code: first })).rejects.toMatchObject(wrong);
  await checkCode(base.platform, { ...at, code: second });
  await base.owner.query("update mailed_code set expires_at = now()");
  await expect(checkCode(base.platform, { ...at, code: second })).rejects.toMatchObject(wrong);
});

test("an address gets one code a minute", async () => {
  const settings = { ...base.platform.settings, RATE_LIMITS: "on" as const };
  const limits = codeLimits({ ...base.platform, settings });
  await countCodeRequest(limits, { ...at, ip: "10.0.0.1" });
  const again = countCodeRequest(limits, { ...at, email: at.email.toUpperCase(), ip: "10.0.0.2" });
  await expect(again).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: expect.any(Number) });
});
