import { expect, test } from "vitest";
import { prepareSandbox } from "../testing/quiet-sandbox.ts";
import { readyBackup } from "./ready-groups.ts";

const sandbox = prepareSandbox();

const phone = `/backup/v1/products/${readyBackup.productId}/phones/${readyBackup.phoneId}`;
const ask = async (path: string, token = readyBackup.token) => {
  const answer = await fetch(`${sandbox.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  const body: unknown = isJson ? await answer.json() : null;
  return { status: answer.status, body };
};

test("only the demo's credentials are accepted", async () => {
  expect(await ask(phone)).toEqual({ status: 200, body: { name: readyBackup.phoneName } });
  expect((await ask(phone, "another")).status).toBe(401);
  expect((await ask("/backup/v1/products/other/phones/1")).status).toBe(404);
});

test("groups, messages and pictures are paged and searchable", async () => {
  const groups = await ask(`${phone}/groups?size=2&page=2`);
  expect(groups.body).toMatchObject({ total: 5, groups: [{ id: "group-3" }, { id: "group-4" }] });
  const messages = await ask(`${phone}/groups/group-1/messages?size=100&page=2`);
  expect((messages.body as { messages: [] }).messages).toHaveLength(30);
  const found = await ask(`${phone}/groups/group-1/messages?q=${encodeURIComponent("請假")}`);
  expect(found.body).toMatchObject({ total: 13 });
  expect((await ask(`${phone}/groups/group-1/media/photo`)).status).toBe(200);
  expect((await ask(`${phone}/groups/none/messages`)).status).toBe(404);
});

test("it fails when switched to fail", async () => {
  const turn = (failWith: number | null) =>
    fetch(`${sandbox.url}/backup/sandbox`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ failWith }),
    });
  await turn(429);
  expect((await ask(phone)).status).toBe(429);
  await turn(null);
  expect((await ask(phone)).status).toBe(200);
});
