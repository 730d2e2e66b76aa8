import type { RecordId } from "@homeroom/contract/ids";
import type { TemplateRow } from "@homeroom/contract/message-templates";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildPlace, type TestChannel } from "#modules/inbox/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { checkReviews } from "./actions/sync-templates.ts";
import type { KnownTemplate, ReviewedContent, TemplateReviewer } from "./port.ts";
import { applyReviewNews, messageTemplatesModule } from "./public.ts";

/*
 * WhatsApp has a template that was approved; its text is changed here and handed over. What it lists meanwhile may be of
 * either text.
 */

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let token: string;
let id: RecordId;

const there: KnownTemplate[] = [];
/** Called while WhatsApp is being handed a text. */
let meanwhile: () => Promise<unknown> = async () => undefined;
/** Called once while WhatsApp's list is on its way. */
let whileListed: () => Promise<unknown> = async () => undefined;

const reviewer: TemplateReviewer = {
  async list() {
    const listed = structuredClone(there);
    await whileListed();
    return listed;
  },
  async submit(_channel, { name, language, category, content }) {
    await meanwhile();
    const known = { id: `t${there.length + 1}`, name, language, category, content: asListed(content) };
    there.push({ ...known, status: "pending", reason: null, detail: "" });
    return { id: known.id, status: "pending", category };
  },
  async revise(_channel, _id, { content }) {
    await meanwhile();
    set({ content: asListed(content), status: "pending" });
  },
  remove: async () => undefined,
};

/** WhatsApp writes numbers without gaps, and knows no button that unsubscribes. */
function asListed(content: ReviewedContent): ReviewedContent {
  const buttons = content.buttons.map((button) => ({
    ...button,
    type: button.type === "unsubscribe" ? ("shortcut" as const) : button.type,
    phone: button.phone.replaceAll(" ", ""),
  }));
  return { ...content, buttons };
}

function set(change: Partial<KnownTemplate>): void {
  there.splice(0, 1, { ...(there[0] as KnownTemplate), ...change });
}

const words = { first: "您好，課程明天開始，請準時到場。", second: "您好，課程後天開始，請準時到場。" };
const form = (body: string) => ({
  ...{ name: "course_notice", language: "zh_TW", category: "utility", body, variables: [] },
  buttons: [
    { type: "unsubscribe", text: "取消訂閱" },
    { type: "call", text: "打電話", phone: "+886 2 2345 6789" },
  ],
});

const server = prepareServer(base, (platform) => [messageTemplatesModule(platform, reviewer)]);
beforeEach(async () => {
  there.length = 0;
  meanwhile = async () => undefined;
  whileListed = async () => undefined;
  ({ organization, channel } = await buildPlace(base));
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
  id = (await post<{ recordID: RecordId }>("AddTemplate", form(words.first)))?.recordID as RecordId;
  await submit();
  await decide("approved");
  await post("EditTemplate", { ...form(words.second), recordID: id });
});

async function post<Result = null>(call: string, body: object): Promise<Result | null> {
  const answer = await callApi<Result>(server.app, `POST /api_chat/Template/${call}`, { token, body });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData;
}
const get = (call: string) => callApi<TemplateRow>(server.app, `GET /api_chat/Template/${call}`, { token });
const submit = () => get(`SubmitTemplate?recordID=${id}`);
const sync = () => get("SyncTemplates");
const watch = () =>
  checkReviews(
    { platform: base.platform, reviewer },
    { organizationId: organization.organizationId, businessAccountId: "900" },
  );
const standing = async () => {
  const { reviewStatus, body, inUse, sendable } = (await get(`TemplateInfo?recordID=${id}`)).body
    .resultData as TemplateRow;
  return { reviewStatus, body, inUse: inUse?.body ?? null, sendable };
};

/** WhatsApp decides, and says so. */
async function decide(status: "approved" | "rejected"): Promise<void> {
  set({ status });
  const news = { about: "templateReview" as const, templateId: "t1", name: "course_notice", language: "zh_TW" };
  await inTransaction(base.db, organization.scope, (tx) =>
    applyReviewNews(tx, channel, {
      ...{ type: "notice", field: "message_template_status_update", summary: "" },
      news: { ...news, status, detail: "" },
    }),
  );
}

/** The process dies before it asks WhatsApp. */
async function dieBeforeRevision(minutesAgo: number): Promise<void> {
  await base.owner.query(
    `update message_template set review_status = 'pending', handed_over_at = null, checked_at = null,
       submitted_at = now() - make_interval(mins => $2) where template_id = $1`,
    [id, minutesAgo],
  );
}

const oldInUse = { body: words.second, inUse: words.first, sendable: true };

test("a text that never reached WhatsApp becomes a draft again, and the approved one stays in use", async () => {
  await dieBeforeRevision(0);
  await watch();
  expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "pending" });
  await dieBeforeRevision(3);
  await watch();
  expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "draft" });
  await submit();
  await decide("approved");
  expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "approved", inUse: null });
});

test("a text that reached WhatsApp is approved even if its answer was lost", async () => {
  await submit();
  set({ status: "approved" });
  await dieBeforeRevision(3);
  await watch();
  expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "approved", inUse: null });
});

test.each(["approved", "rejected"] as const)(
  "a sync while it is handed over decides nothing, whatever follows: %s",
  async (after) => {
    meanwhile = sync;
    await submit();
    expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "pending" });
    await decide(after);
    const inUse = after === "approved" ? null : words.first;
    expect(await standing()).toEqual({ ...oldInUse, reviewStatus: after, inUse });
  },
);

test("a rewritten text is not rejected because of the former one", async () => {
  await submit();
  await decide("rejected");
  await post("EditTemplate", { ...form("您好，課程下週開始，請準時到場。"), recordID: id });
  meanwhile = sync;
  await submit();
  await decide("approved");
  expect(await standing()).toMatchObject({ reviewStatus: "approved", body: "您好，課程下週開始，請準時到場。" });
});

test("a version approved directly at WhatsApp is sent, and ours is kept as a draft", async () => {
  await submit();
  const content = { ...(there[0]?.content as ReviewedContent), body: "您好，課程改期了，請看通知。" };
  set({ content, status: "approved" });
  await base.owner.query(
    "update message_template set submitted_at = now() - interval '1 hour', handed_over_at = now() where template_id = $1",
    [id],
  );
  await sync();
  expect(await standing()).toEqual({ ...oldInUse, reviewStatus: "draft", inUse: content.body });
});

test("a template submitted while WhatsApp's list is being fetched is not treated as deleted", async () => {
  const { recordID } = (await post<{ recordID: RecordId }>("AddTemplate", {
    ...form(words.first),
    name: "other_notice",
  })) as { recordID: RecordId };
  whileListed = () => get(`SubmitTemplate?recordID=${recordID}`);
  await sync();
  const { body } = await get(`TemplateInfo?recordID=${recordID}`);
  expect(body.resultData?.reviewStatus).toBe("pending");
});
