import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { endpoint } from "@homeroom/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#platform/errors/app-error";
import { startTestServer, type TestServer } from "./for-tests.ts";

const request = z.object({ name: z.string().default(""), ids: z.array(z.string()).max(1000).optional() });
const open = endpoint("POST /api_sso/Test/Open", {
  summary: "Takes a form of anybody.",
  access: "public",
  body: "form",
  request,
  response: z.unknown(),
});
const closed = endpoint("POST /api_users/Test/Closed", {
  summary: "Takes a form of people with a session.",
  access: "session",
  body: "form",
  request,
  response: z.unknown(),
});
const look = endpoint("GET /api_sso/Test/Look", {
  summary: "Takes a query of anybody.",
  access: "public",
  request,
  response: z.unknown(),
});

let server: TestServer;
let tooMany = false;

beforeAll(async () => {
  const limitAddress = async () => {
    if (tooMany) throw new AppError("TOO_MANY_REQUESTS");
  };
  server = await startTestServer(
    (bind) => {
      for (const call of [open, closed, look]) bind(call, async (given) => given);
    },
    { limitAddress },
  );
  await server.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.stop());

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const border = "multipart/form-data; boundary=x";

async function post(url: string, payload: string | Buffer, contentType: string, headers = {}) {
  const all = { "content-type": contentType, accesstoken: "all", ...headers };
  const answer = await server.app.inject({ method: "POST", url, payload, headers: all });
  return [answer.statusCode, answer.json<{ name?: string }>().name];
}

const fields = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join("&");
const items = (count: number) => `{"unknown":[${Array.from({ length: count }, () => "1").join(",")}]}`;
const nested = (depth: number) => `{"unknown":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const parts = (count: number) =>
  `${Array.from({ length: count }, () => '--x\r\ncontent-disposition: form-data; name="f"\r\n\r\n1\r\n').join("")}--x--\r\n`;

const refused = [400, "DATA_FORMAT_ERROR"];
const taken = [200, undefined];

test.each([
  ["64 fields", form, fields(64), taken],
  ["66 fields", form, fields(66), refused],
  ["300,000 fields", form, fields(300_000), [413, "FILE_TOO_LARGE"]],
  ["60 items", json, items(60), taken],
  ["65 items", json, items(65), refused],
  ["commas in a text", json, JSON.stringify({ name: '",'.repeat(200) }), taken],
  ["900,000 items", json, items(900_000), [413, "FILE_TOO_LARGE"]],
  ["depth 8", json, nested(7), taken],
  ["depth 9", json, nested(8), refused],
  ["64 parts", border, parts(64), taken],
  ["66 parts", border, parts(66), refused],
  ["16 KB", json, JSON.stringify({ name: "x".repeat(16_000) }), taken],
  ["more than 16 KB", json, JSON.stringify({ name: "x".repeat(16_400) }), [413, "FILE_TOO_LARGE"]],
])("a public call with %s", async (_what, type, body, answer) => {
  expect(await post(open.path, body, type)).toEqual(answer);
});

test.each([
  ["2,000 unknown fields", form, fields(2000), taken],
  ["100,000 fields", form, fields(100_000), refused],
  ["1,000 items", json, items(1000), taken],
  ["900,000 items", json, items(900_000), refused],
  ["100,000 empty objects", json, `{"ids":[${"{},".repeat(100_000)}{}]}`, refused],
  ["depth 65", json, nested(65), refused],
  ["30,000 parts", border, parts(30_000), refused],
])("a call with a session and %s", async (_what, type, body, answer) => {
  expect(await post(closed.path, body, type)).toEqual(answer);
});

test("a public call accepts at most 64 parameters in its address", async () => {
  expect((await server.app.inject(`${look.path}?${fields(60)}`)).statusCode).toBe(200);
  expect((await server.app.inject(`${look.path}?${fields(70)}`)).statusCode).toBe(400);
});

test("a list of wrong items names a hundred of them", async () => {
  const payload = JSON.stringify({ ids: Array.from({ length: 900 }, () => 1) });
  const headers = { "content-type": json, accesstoken: "all" };
  const answer = await server.app.inject({ method: "POST", url: closed.path, payload, headers });
  expect(answer.statusCode).toBe(422);
  expect(answer.json<{ errors: unknown[] }>().errors).toHaveLength(100);
});

test("a public call is counted by its address before its body is read", async () => {
  tooMany = true;
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  // The body never comes.
  socket.write(`POST ${open.path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${form}\r\ncontent-length: 500\r\n\r\nname`);
  const answer = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));
  socket.destroy();
  tooMany = false;
  expect(answer).toMatch(/^HTTP\/1.1 429 /);
});

test.each(["gzip", "br", "deflate", "x-unknown", "gzip, identity"])(
  "content encoding %s is refused",
  async (encoding) => {
    const body = gzipSync(JSON.stringify({ name: "a" }));
    const answer = await post(closed.path, body, json, { "content-encoding": encoding });
    expect(answer).toEqual([415, "CONTENT_ENCODING_REFUSED"]);
    expect(await post(closed.path, '{"name":"a"}', json, { "content-encoding": "identity" })).toEqual(taken);
  },
);
