import { chat } from "@homeroom/contract/chat";
import { dashboard } from "@homeroom/contract/dashboard";
import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import { menus } from "@homeroom/contract/menus";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everywhere, fetchFirst, firstLists, forgetFirstCalls } from "./first-calls.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const headers = { accessToken: "token", "Accept-Language": "en" };
const list = (body: string) => fetchFirst("/api_users/Member/LeadsList", { method: "POST", headers, body });
const sent = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  kept.clear();
  sent.mockReset().mockImplementation(() => Promise.resolve(new Response("sent")));
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", sent);
});
afterEach(() => vi.unstubAllGlobals());

function opened(pathname: string, search = "") {
  vi.stubGlobal("location", { pathname, search });
}

function begun(body: string, { token = "token", answer = Promise.resolve(new Response("begun")) } = {}) {
  answer.catch(() => undefined);
  const call = JSON.stringify(["POST", "/api_users/Member/LeadsList", body]);
  globalThis.homeroomFirstCalls = [{ call, token, language: "en", begunAt: performance.now(), answer }];
}

test("the calls that are sent early are those of the contract", () => {
  expect(everywhere).toEqual([member.user.path, menus.routes.path]);
  expect(firstLists).toEqual([leads.list.path, chat.conversationList.path, dashboard.info.path]);
});

test("an address stores the first call of its list, not the later ones", async () => {
  opened("/lead/list", "?sales=1");
  await list("{1}");
  await list("{2}");
  opened("/lead/list", "?sales=2");
  await list("{3}");
  const calls = JSON.parse(kept.get("firstCalls") ?? "") as Record<string, string[]>;
  const call = (body: string) => JSON.stringify(["POST", "/api_users/Member/LeadsList", body]);
  expect(calls).toEqual({ "/lead/list?sales=1": [call("{1}")], "/lead/list?sales=2": [call("{3}")], "*": [] });
});

test("no other call is stored, because it may be a write", async () => {
  opened("/lead/list/other");
  await fetchFirst("/api_users/Member/AddLeadInfo", { method: "POST", headers, body: "{}" });
  expect(kept.size).toBe(0);
});

test("a call that was sent early is used once", async () => {
  opened("/lead/list/once");
  begun("{}");
  expect(await (await list("{}")).text()).toBe("begun");
  expect(await (await list("{}")).text()).toBe("sent");
});

test.each(["another body", "another session"])("the early answer of %s is not used", async (what) => {
  opened("/lead/list/not");
  begun(what === "another body" ? "{1}" : "{}", what === "another session" ? { token: "other" } : {});
  expect(await (await list("{}")).text()).toBe("sent");
});

test("a call that failed early is sent again", async () => {
  opened("/lead/list/failed");
  begun("{}", { answer: Promise.reject(new Error("no connection")) });
  expect(await (await list("{}")).text()).toBe("sent");
});

test("they are removed with the session", async () => {
  opened("/lead/list/gone");
  await list("{}");
  begun("{}");
  forgetFirstCalls();
  expect([kept.size, globalThis.homeroomFirstCalls]).toEqual([0, undefined]);
});
