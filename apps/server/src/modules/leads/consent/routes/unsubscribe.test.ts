import type { LeadId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { prepareDesk } from "#platform/db/for-tests";
import { createHttpServer } from "#platform/http/server";
import { buildLead, openLeadDesk } from "../../for-tests.ts";
import { unsubscribeLink } from "../rules.ts";
import { serveUnsubscribe } from "./unsubscribe.ts";

const desk = prepareDesk(openLeadDesk);
let app: FastifyInstance;
let leadId: LeadId;
let link: string;

beforeAll(async () => {
  app = await createHttpServer({ log: desk.platform.log, https: false });
  await app.register((scope) => serveUnsubscribe(scope, desk.platform));
});
afterAll(() => app.close());
beforeEach(async () => {
  leadId = await buildLead(desk.db, desk.organization);
  const { organizationId } = desk.organization;
  link = unsubscribeLink(desk.platform.secrets, { organizationId, leadId, channel: "email" });
});

async function entries(): Promise<object[]> {
  const { rows } = await desk.owner.query("select channel, decision, source from consent_entry where lead_id = $1", [
    leadId,
  ]);
  return rows;
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const oneClick = (url = link) =>
  app.inject({ method: "POST", url, headers: form, payload: "List-Unsubscribe=One-Click" });

test("a mail service's POST withdraws consent, once", async () => {
  expect((await oneClick()).statusCode).toBe(200);
  expect((await oneClick()).statusCode).toBe(200);
  expect(await entries()).toEqual([{ channel: "email", decision: "withdrawn", source: "link" }]);
});

test("opening the link only asks for confirmation, in the reader's language", async () => {
  const shown = await app.inject({ method: "GET", url: link, headers: { "accept-language": "en" } });
  expect([shown.statusCode, shown.body]).toEqual([200, expect.stringContaining("Unsubscribe?")]);
  expect((await app.inject({ method: "GET", url: link })).body).toContain("確認取消訂閱");
  expect(await entries()).toEqual([]);
});

test("the page names the centre, as text", async () => {
  await desk.owner.query("update organization set name = $1 where organization_id = $2", [
    "Tom & Co <b>",
    desk.organization.organizationId,
  ]);
  expect((await app.inject({ method: "GET", url: link })).body).toContain("Tom &amp; Co &lt;b&gt;");
  expect((await oneClick()).body).toContain("Tom &amp; Co &lt;b&gt;");
  expect((await app.inject({ method: "GET", url: `${link}x` })).body).not.toContain("Tom &amp; Co");
});

test("the page's button, which sends nothing, does the same", async () => {
  const done = await app.inject({
    method: "POST",
    url: link,
    headers: { ...form, "accept-language": "zh-CN" },
    payload: "",
  });
  expect(done.body).toContain("已取消订阅");
  expect(await entries()).toHaveLength(1);
});

test.each([
  ["another lead's id", () => link.replace(leadId, v7())],
  ["another channel", () => link.replace(".email.", ".line.")],
  ["no signature", () => link.slice(0, link.lastIndexOf("."))],
  ["nonsense", () => "/unsubscribe/%00'<script>"],
])("a link with %s does nothing", async (_what, altered) => {
  const answer = await oneClick(altered());
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.body).not.toContain("<script>");
  expect(await entries()).toEqual([]);
});
