import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { openOrderDesk, outcome } from "@homeroom/server/modules/orders/for-tests";
import { prepareDesk } from "@homeroom/server/platform/db/for-tests";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const desk = prepareDesk(openOrderDesk);
let sandbox: RunningSandbox;
let mailDir: string;
beforeAll(async () => {
  mailDir = await mkdtemp(join(tmpdir(), "homeroom-receipt-mails-"));
  sandbox = await startQuietSandbox({ smtpPort: 0, mailDir });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(mailDir, { recursive: true, force: true });
});
beforeEach(() => saveServer(mailAccount.password));

async function saveServer(password: string): Promise<void> {
  const { organizationId, branchIds } = desk.organization;
  await desk.owner.query(
    `insert into email_setting (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     values ($1, $2, 'other', '127.0.0.1', $3, 'none', $4, $5, 'office@school.test', '晨光', now())
     on conflict (organization_id, branch_id) do update set secrets = $5`,
    [organizationId, branchIds[0], sandbox.smtpPort, mailAccount.username, desk.platform.secrets.seal({ password })],
  );
}

async function paidOrder(): Promise<string> {
  const orderID = await desk.order();
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  return orderID;
}

async function mail(orderID: string, email: string, key?: string) {
  const headers = { accesstoken: desk.token, ...(key && { "idempotency-key": key }) };
  const call = { method: "POST" as const, url: "/api_users/Order/MailReceipt", headers };
  const answer = await desk.app.inject({ ...call, payload: { orderID, email } });
  return { status: answer.statusCode, body: answer.json<{ success: boolean; name?: string }>() };
}

async function mailsTo(address: string): Promise<string[]> {
  const names = (await readdir(mailDir)).filter((name) => name.endsWith(".eml"));
  const all = await Promise.all(names.map((name) => readFile(join(mailDir, name), "utf8")));
  return all.filter((one) => new RegExp(`^To: .*${address}`, "im").test(one));
}

test("a receipt leaves through the branch's mail server with its PDF, once for a key", async () => {
  const orderID = await paidOrder();
  expect(outcome(await mail(orderID, "wong@family.test", "one"))).toBe("200");
  expect(outcome(await mail(orderID, "wong@family.test", "one"))).toBe("200");
  const [letter, ...others] = await mailsTo("wong@family.test");
  expect(others).toEqual([]);
  const { invoice, history } = await desk.detail(orderID);
  expect(letter).toMatch(/^From: .*office@school\.test/im);
  expect(letter).toContain(`${invoice}.pdf`);
  // "%PDF-" in base64.
  expect(letter).toContain("JVBERi0");
  expect(history.at(-1)).toMatchObject({ kind: "receiptMailed", note: `${invoice} · wong@family.test` });
  expect(history.filter(({ kind }) => kind === "receiptMailed")).toHaveLength(1);
});

test("a refused mail is reported, not recorded, and can be sent again", async () => {
  const orderID = await paidOrder();
  await saveServer("wrong");
  const answer = await mail(orderID, "lee@family.test", "two");
  expect(answer.body).toMatchObject({ name: "RECEIPT_NOT_MAILED", details: { reason: "signIn" } });
  expect((await desk.detail(orderID)).history.map(({ kind }) => kind)).not.toContain("receiptMailed");
  await saveServer(mailAccount.password);
  expect(outcome(await mail(orderID, "lee@family.test", "two"))).toBe("200");
  expect(await mailsTo("lee@family.test")).toHaveLength(1);
});

test("it needs a mail server, a receipt and an address", async () => {
  const orderID = await paidOrder();
  expect(outcome(await mail(orderID, "not an address"))).toBe("422 LEAD_INVALID_EMAIL");
  expect(outcome(await mail(await desk.order(), "wong@family.test"))).toBe("404 NOT_FOUND");
  await desk.owner.query("delete from email_setting");
  expect(outcome(await mail(orderID, "wong@family.test"))).toMatch(/EMAIL_NOT_SET_UP$/);
});
