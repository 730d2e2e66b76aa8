import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";
import { metaApp, readyPages } from "./ready-business.ts";

let sandbox: RunningTestSandbox;
let graph: string;
const back = "http://127.0.0.1:8080/organization/facebook";
const [page] = readyPages;

beforeEach(async () => {
  sandbox = await runSandbox();
  graph = `${sandbox.url}/meta/v25.0`;
});
afterEach(() => sandbox.close());

const proof = (token: string) => createHmac("sha256", metaApp.appSecret).update(token).digest("hex");
const get = async (path: string, token: string, more = "") => {
  const answer = await fetch(`${graph}/${path}?appsecret_proof=${proof(token)}${more}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const exchange = async (fields: Record<string, string>) => {
  const app = { client_id: metaApp.appId, client_secret: metaApp.appSecret };
  const answer = await fetch(`${graph}/oauth/access_token`, {
    method: "POST",
    body: new URLSearchParams({ ...app, ...fields }),
  });
  return (await answer.json()) as { access_token?: string; error?: { code: number } };
};

it("gives one code to a person who agrees, valid for the address that requested it", async () => {
  const agree = (choice: string) =>
    fetch(`${graph}/dialog/oauth`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ redirect_uri: back, state: "s1", choice }),
    });
  const refused = new URL((await agree("cancel")).headers.get("location") ?? "");
  expect([refused.searchParams.get("error"), refused.searchParams.get("state")]).toEqual(["access_denied", "s1"]);
  const code = new URL((await agree("continue")).headers.get("location") ?? "").searchParams.get("code") ?? "";
  const { access_token: brief = "" } = await exchange({ code, redirect_uri: back });
  expect((await exchange({ code, redirect_uri: back })).error?.code).toBe(190);
  const lasting = await exchange({ grant_type: "fb_exchange_token", fb_exchange_token: brief });
  expect((await get("me/accounts", lasting.access_token ?? "")).body["data"]).toHaveLength(2);
});

it("shows leads only to the page's key, filtered by time, and never to a key in the address", async () => {
  const order = { fields: { full_name: "陳媽媽" }, silent: true };
  const made = await fetch(`${sandbox.url}/sandbox/meta/api/leads`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const { leadID } = (await made.json()) as { leadID: string };
  const token = page?.token ?? "";
  expect((await get(leadID, token)).body).toMatchObject({ id: leadID, form_id: page?.formId });
  expect((await get(leadID, readyPages[1]?.token ?? "")).status).toBe(400);
  expect((await get(leadID, token, `&access_token=${token}`)).status).toBe(401);
  const since = (value: number) =>
    `&filtering=${encodeURIComponent(JSON.stringify([{ field: "time_created", operator: "GREATER_THAN", value }]))}`;
  expect((await get(`${page?.formId}/leads`, token, since(0))).body["data"]).toHaveLength(1);
  expect((await get(`${page?.formId}/leads`, token, since(Date.now()))).body["data"]).toEqual([]);
});
