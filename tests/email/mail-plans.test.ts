import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { broadcastPlans, PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { Mail } from "@homeroom/contract/email-templates";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { nobodyAtWork, sendingOf } from "@homeroom/server/modules/broadcast-plans/for-tests";
import { workOnMails, workOnPlans } from "@homeroom/server/modules/broadcast-plans/jobs";
import { broadcastPlansModule, emailTemplatesOfPlans } from "@homeroom/server/modules/broadcast-plans/public";
import { emailTemplatesModule } from "@homeroom/server/modules/email-templates/public";
import { buildLead } from "@homeroom/server/modules/leads/for-tests";
import { leadsModule } from "@homeroom/server/modules/leads/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

type App = Awaited<ReturnType<typeof serveModules>>;
type Details = ResponseOf<typeof broadcastPlans.details>;

const base = prepareDatabase();
let sandbox: RunningSandbox;
let mailDir: string;
let app: App;
let organization: TestOrganization;
let token: string;
let colleague: string;

beforeAll(async () => {
  mailDir = await mkdtemp(join(tmpdir(), "homeroom-plan-mails-"));
  sandbox = await startQuietSandbox({ smtpPort: 0, mailDir });
  const { platform } = base;
  app = await serveModules(platform, [
    broadcastPlansModule(platform, []),
    emailTemplatesModule(platform, [emailTemplatesOfPlans]),
    leadsModule(platform),
  ]);
});
afterAll(async () => {
  await app?.close();
  await sandbox?.close();
  await rm(mailDir, { recursive: true, force: true });
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  token = await signedIn();
  colleague = await signedIn();
  await saveServer(sandbox.smtpPort ?? 0);
  await base.owner.query(
    "insert into broadcast_setting (organization_id, quiet_from, quiet_until, version) values ($1, null, null, 0)",
    [organization.organizationId],
  );
});

async function signedIn(): Promise<string> {
  const [branchId] = organization.branchIds;
  const { accountId } = await buildAccount(base.db, organization, { role: "owner", branchIds: [branchId] });
  return buildSession(base.db, organization, { accountId, branchId });
}

async function saveServer(port: number, password: string = mailAccount.password): Promise<void> {
  const secrets = base.platform.secrets.seal({ password });
  await base.owner.query(
    `insert into email_setting (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     values ($1, $2, 'other', '127.0.0.1', $3, 'none', $4, $5, 'office@school.test', '晨光', now())
     on conflict (organization_id, branch_id) do update set port = $3, secrets = $5`,
    [organization.organizationId, organization.branchIds[0], port, mailAccount.username, secrets],
  );
}

const content = (given: object = {}) => ({
  ...{ language: "zh-tw", category: "marketing", preheader: "" },
  subject: "{{nickname|家長}}，暑期班開始報名",
  blocks: [
    { type: "heading", text: "{{nickname|家長}}您好" },
    { type: "button", label: "立即報名", link: "https://school.test/join?from=mail" },
  ],
  ...given,
});

async function post<Result = null>(call: string, body: object, by = token) {
  return callApi<Result>(app, `POST /api_chat/Broadcast/${call}`, { token: by, body });
}
async function granted<Result>(call: string, body: object, by = token): Promise<Result> {
  const answer = await post<Result>(call, body, by);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true });
  return answer.body.resultData as Result;
}

type Answer = Awaited<ReturnType<typeof post>>;
const refusalOf = ({ body }: Answer) => (body.success ? "" : body.name);
const fieldsOf = ({ body }: Answer) => (body.success ? [] : (body.errors ?? []));

const addTemplate = async (given: object = {}) =>
  (await granted<{ recordID: RecordId }>("SaveEmailTemplate", { name: "暑期班", ...content(given) })).recordID;
const form = (emailTemplateID: RecordId, given: object = {}) => ({
  ...{ name: "暑期班電郵", kind: "email", branchID: organization.branchIds[0], emailTemplateID },
  ...{ filter: { everyone: true }, scheduleTime: null },
  ...given,
});
const addPlan = async (given: object = {}) =>
  (await granted<{ recordID: RecordId }>("AddPlan", form(await addTemplate(), given))).recordID;
const info = async (recordID: RecordId, by = token) => {
  const { body } = await callApi<PlanInfo>(app, `GET /api_chat/Broadcast/PlanInfo?recordID=${recordID}`, { token: by });
  return body.resultData as PlanInfo;
};
const details = async (recordID: RecordId, more: object = {}) =>
  (await granted<Details>("PlanDetailList", { recordID, pageSize: 100, ...more })).list;
const leadWith = (email: string, nickname = "小明"): Promise<LeadId> =>
  buildLead(base.db, organization, { email, nickname });

const mailSending = () => ({ platform: base.platform, people: nobodyAtWork });

/** Starts due plans, and sends until nothing is left to send now. */
async function work(): Promise<void> {
  await workOnPlans(sendingOf(base));
  await workOnMails(mailSending());
  await workOnMails(mailSending());
}

async function mailsTo(address: string): Promise<string[]> {
  const names = (await readdir(mailDir)).filter((name) => name.endsWith(".eml"));
  const all = await Promise.all(names.map((name) => readFile(join(mailDir, name), "utf8")));
  return all.filter((mail) => new RegExp(`^To: .*${address}`, "im").test(mail));
}
const mailTo = async (address: string): Promise<string> => {
  const mails = await mailsTo(address);
  expect(mails).toHaveLength(1);
  return unwrapped(mails[0] ?? "");
};
/** Quoted-printable lines put together again. */
const unwrapped = (mail: string) =>
  mail
    .replace(/(?<!\?)=\r?\n/g, "")
    .replace(/=3D/g, "=")
    .replace(/\r?\n[ \t]+/g, " ");
const header = (mail: string, name: string) => new RegExp(`^${name}: ?(.*)$`, "im").exec(mail)?.[1] ?? "";
const pathOf = (address: string) => new URL(address).pathname;

const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1" };

test("each lead gets their own mail, with links that are counted and one click to unsubscribe", async () => {
  const lead = await leadWith("parent-a@example.test", "小美");
  await buildLead(base.db, organization, { email: "" });
  const planId = await addPlan();
  await work();
  const mail = await mailTo("parent-a@example.test");
  expect(header(mail, "Message-ID")).toMatch(/^<homeroom\.\d+\.\d+@school\.test>$/);
  expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(await info(planId)).toMatchObject({
    kind: "email",
    state: "completed",
    counters: { total: 1, excluded: 1, accepted: 1, failed: 0, clicked: 0 },
    reasons: [{ state: "excluded", reason: "noEmail", count: 1 }],
    curve: [expect.objectContaining({ accepted: 1 })],
  });

  const link = pathOf(/href="([^"]*\/l\/[^"]+)"/.exec(mail)?.[1] ?? "");
  await base.owner.query("update broadcast_recipient set queued_at = now() - interval '1 minute' where plan_id = $1", [
    planId,
  ]);
  const open = (headers: Record<string, string>, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: link, headers });
  const scanned = await open({ "user-agent": "WhatsApp/2.25" });
  expect([scanned.statusCode, scanned.headers.location]).toEqual([302, "https://school.test/join?from=mail"]);
  await open(phone, "HEAD");
  expect((await info(planId)).counters.clicked).toBe(0);
  await open(phone);
  await open(phone);
  expect(await info(planId)).toMatchObject({ counters: { clicked: 1 }, curve: [{ accepted: 1, clicked: 1 }] });
  expect(await details(planId, { result: ["clicked"] })).toHaveLength(1);
  expect((await app.inject({ method: "GET", url: `${link}x`, headers: phone })).headers.location).toBe("/404");

  const unsubscribe = /<([^>]+)>/.exec(header(mail, "List-Unsubscribe"))?.[1] ?? "";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const left = await app.inject({
    method: "POST",
    url: pathOf(unsubscribe),
    headers: form,
    payload: "List-Unsubscribe=One-Click",
  });
  expect(left.statusCode).toBe(200);
  const entries = await base.owner.query("select channel, decision, source from consent_entry where lead_id = $1", [
    lead,
  ]);
  expect(entries.rows).toEqual([{ channel: "email", decision: "withdrawn", source: "link" }]);
  const again = await addPlan();
  await work();
  expect((await info(again)).reasons).toContainEqual({ state: "excluded", reason: "consentWithdrawn", count: 1 });
});

test("an address that does not exist is blocked until somebody unblocks it", async () => {
  await leadWith("refused-b@example.test");
  await leadWith("good-b@example.test");
  const planId = await addPlan();
  await work();
  expect(await info(planId)).toMatchObject({ state: "completed", counters: { accepted: 1, failed: 1 } });
  const [failed] = await details(planId, { result: ["failed"] });
  expect(failed).toMatchObject({
    email: "refused-b@example.test",
    reason: "mailboxUnknown",
    detail: "550 5.1.1 No such user here",
  });
  const second = await addPlan();
  await work();
  expect(await info(second)).toMatchObject({
    counters: { total: 1, accepted: 1 },
    reasons: [{ state: "excluded", reason: "addressStopped", count: 1 }],
  });
  const stops = () => granted<{ list: object[] }>("EmailStopList", {});
  expect((await stops()).list).toMatchObject([{ address: "refused-b@example.test", reason: "bounced" }]);
  await granted("LiftEmailStop", { address: "Refused-B@example.test" });
  expect((await stops()).list).toEqual([]);
});

test("a mail that comes back is a failure, and a reader who complains gets no more mails", async () => {
  await leadWith("back@example.test");
  await leadWith("angry@example.test");
  const planId = await addPlan();
  await work();
  const { noticeURL } = await granted<{ noticeURL: string }>("EmailStopList", {});
  const tell = (body: string, path = pathOf(noticeURL)) =>
    app.inject({ method: "POST", url: path, headers: { "content-type": "application/json" }, payload: body });
  const messageId = header(await mailTo("back@example.test"), "Message-ID");
  const bounce = JSON.stringify([
    { event: "bounce", email: "Back@example.test", status: "5.1.1", "smtp-id": messageId },
  ]);
  expect((await tell(bounce)).statusCode).toBe(200);
  expect((await tell(bounce)).statusCode).toBe(200);
  await tell(JSON.stringify([{ event: "spamreport", email: "angry@example.test" }]));
  expect(await info(planId)).toMatchObject({
    counters: { total: 2, accepted: 1, failed: 1 },
    reasons: [{ state: "failed", reason: "mailBounced", count: 1 }],
  });
  expect((await tell(bounce, `${pathOf(noticeURL)}x`)).statusCode).toBe(404);
  const second = await addPlan();
  await work();
  expect(await info(second)).toMatchObject({ reasons: [{ state: "excluded", reason: "addressStopped", count: 2 }] });
});

test("a plan whose mail server refuses the password is paused with that reason, and continues once it is right", async () => {
  await leadWith("parent-c@example.test");
  await saveServer(sandbox.smtpPort ?? 0, "wrong");
  const planId = await addPlan();
  await work();
  expect(await info(planId)).toMatchObject({
    state: "running",
    pauseReason: "mailServer",
    mailFailure: { reason: "signIn", answer: expect.stringMatching(/^535 /) },
    counters: { accepted: 0, failed: 0 },
  });
  await saveServer(sandbox.smtpPort ?? 0);
  await granted("ResumePlan", { recordID: planId });
  await work();
  const after = await info(planId);
  expect(after).toMatchObject({ state: "completed", mailFailure: null, counters: { accepted: 1 } });
  await mailTo("parent-c@example.test");
});

test("two processes send each mail once, and a mail whose process died is never sent again", async () => {
  const addresses = Array.from({ length: 130 }, (_, index) => `many-${index}@example.test`);
  for (const address of addresses) await leadWith(address);
  const planId = await addPlan();
  await workOnPlans(sendingOf(base));
  await base.owner.query(
    `update broadcast_recipient set state = 'queued', queued_at = now() - interval '1 hour' where plan_id = $1 and email = $2`,
    [planId, addresses[0]],
  );
  await Promise.all([workOnMails(mailSending()), workOnMails(mailSending())]);
  await expect
    .poll(async () => {
      await workOnMails(mailSending());
      return (await info(planId)).state;
    })
    .toBe("completed");
  expect((await info(planId)).counters).toMatchObject({ total: 130, accepted: 129, failed: 0 });
  expect(await details(planId, { result: ["unsure"] })).toMatchObject([{ email: addresses[0] }]);
  for (const address of addresses.slice(1)) await mailTo(address);
  expect(await mailsTo(addresses[0] as string)).toEqual([]);
});

test("mails give way to people: sending waits for people's work between two groups of mails", async () => {
  for (let index = 0; index < 120; index += 1) await leadWith(`busy-${index}@example.test`);
  const planId = await addPlan();
  await workOnPlans(sendingOf(base));
  let busyMs = 0;
  const people = { ms: () => (busyMs += 20), look: async () => undefined };
  const start = performance.now();
  await workOnMails({ platform: base.platform, people });
  expect(performance.now() - start).toBeGreaterThan(9 * 20);
  expect((await info(planId)).counters).toMatchObject({ accepted: 120 });
});

describe("a second person", () => {
  test("approves a plan that is larger than the settings allow", async () => {
    await leadWith("parent-d@example.test");
    await leadWith("parent-e@example.test");
    await base.owner.query("update broadcast_setting set approval_above = 1 where organization_id = $1", [
      organization.organizationId,
    ]);
    const planId = await addPlan();
    await work();
    expect(await info(planId)).toMatchObject({
      state: "running",
      pauseReason: "approvalNeeded",
      needsApproval: true,
      canApprove: false,
    });
    const refused = async (call: string) => refusalOf(await post(call, { recordID: planId }));
    expect(await refused("ResumePlan")).toBe("PLAN_NEEDS_OTHER_PERSON");
    expect(await refused("ApprovePlan")).toBe("PLAN_NEEDS_OTHER_PERSON");
    expect(await info(planId, colleague)).toMatchObject({ canApprove: true });
    await granted("ApprovePlan", { recordID: planId }, colleague);
    await granted("ApprovePlan", { recordID: planId }, colleague);
    await work();
    expect(await info(planId)).toMatchObject({ state: "completed", needsApproval: false, counters: { accepted: 2 } });
    expect((await info(planId)).approveTime).not.toBeNull();
  });

  test("approves in advance, and again after a change", async () => {
    await base.owner.query("update broadcast_setting set approval_above = 1 where organization_id = $1", [
      organization.organizationId,
    ]);
    const scheduleTime = new Date(Date.now() + 3_600_000).toISOString();
    const planId = await addPlan({ scheduleTime });
    await granted("ApprovePlan", { recordID: planId }, colleague);
    expect(await info(planId)).toMatchObject({ needsApproval: false });
    await granted("EditPlan", { recordID: planId, name: "改名" });
    expect(await info(planId)).toMatchObject({ needsApproval: true });
  });

  test("approves again when the template's content changes, not when its name does", async () => {
    await base.owner.query("update broadcast_setting set approval_above = 1 where organization_id = $1", [
      organization.organizationId,
    ]);
    const template = await addTemplate();
    const scheduleTime = new Date(Date.now() + 3_600_000).toISOString();
    const { recordID } = await granted<{ recordID: RecordId }>("AddPlan", form(template, { scheduleTime }));
    await granted("ApprovePlan", { recordID }, colleague);
    await granted("SaveEmailTemplate", { recordID: template, name: "別名", ...content() });
    expect(await info(recordID)).toMatchObject({ needsApproval: false });
    await granted("SaveEmailTemplate", { recordID: template, name: "別名", ...content({ subject: "改了" }) });
    expect(await info(recordID)).toMatchObject({ needsApproval: true, approver: "", approveTime: null });
    // Its content is now a colleague's, so somebody else has to approve it.
    const theirs = { recordID: template, name: "別名", ...content({ subject: "又改了" }) };
    await granted("SaveEmailTemplate", theirs, colleague);
    expect(await info(recordID, colleague)).toMatchObject({ canApprove: false });
    expect(refusalOf(await post("ApprovePlan", { recordID }, colleague))).toBe("PLAN_NEEDS_OTHER_PERSON");
  });
});

test("a plan of mails without a mail server or template is refused", async () => {
  const emailTemplateID = await addTemplate();
  const refused = async (given: object) => fieldsOf(await post("AddPlan", form(emailTemplateID, given)))[0];
  expect(await refused({ branchID: organization.branchIds[1] })).toMatchObject({
    field: "branchID",
    name: "EMAIL_NOT_SET_UP",
  });
  expect(await refused({ emailTemplateID: null })).toMatchObject({
    field: "emailTemplateID",
    name: "CHAT_TEMPLATE_REQUIRED",
  });
  expect(await refused({ filter: null })).toMatchObject({ field: "targetIDs", name: "PLAN_NO_RECIPIENTS" });
});

test("a template that a waiting plan uses is not removed; a plan that has started keeps its content", async () => {
  await leadWith("parent-f@example.test");
  const emailTemplateID = await addTemplate();
  const scheduleTime = new Date(Date.now() + 3_600_000).toISOString();
  const { recordID } = await granted<{ recordID: RecordId }>("AddPlan", form(emailTemplateID, { scheduleTime }));
  expect(refusalOf(await post("DeleteEmailTemplate", { recordID: emailTemplateID }))).toBe("SETTING_ITEM_IN_USE");
  await base.owner.query("update broadcast_plan set schedule_at = now() where plan_id = $1", [recordID]);
  await workOnPlans(sendingOf(base));
  await granted("SaveEmailTemplate", { recordID: emailTemplateID, name: "改了", ...content({ subject: "改了" }) });
  await granted("DeleteEmailTemplate", { recordID: emailTemplateID });
  await work();
  expect(await mailTo("parent-f@example.test")).toContain("/l/");
  expect(await info(recordID)).toMatchObject({ state: "completed", emailTemplate: { name: "改了" } });
});

test("a preview is filled for a lead; a test goes to the sender themselves", async () => {
  const leadId = await leadWith("parent-g@example.test", "阿寶");
  const mail = await granted<Mail>("PreviewEmail", { ...content(), leadId });
  expect(mail.subject).toBe("阿寶，暑期班開始報名");
  expect(mail.html).toContain("https://school.test/join?from=mail");
  const { receiver } = await granted<{ receiver: string }>("SendTestMail", content());
  expect(header(await mailTo(receiver), "From")).toContain("office@school.test");
  expect(await mailsTo("parent-g@example.test")).toEqual([]);
});
