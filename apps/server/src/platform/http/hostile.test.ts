import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { endpoint } from "@homeroom/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestServer, type TestServer } from "./for-tests.ts";

interface Tree {
  name: string;
  children?: Tree[];
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree).optional() }));

const calls = {
  save: endpoint("POST /api_users/Test/Save", {
    summary: "Takes anything.",
    access: "session",
    request: z.object({
      name: z.string().max(1000).default(""),
      tree: Tree.optional(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
    response: z.unknown(),
  }),
  form: endpoint("POST /api_users/Test/Form", {
    summary: "Takes a form.",
    access: "session",
    body: "form",
    request: z.object({ name: z.string().default("") }),
    response: z.unknown(),
  }),
  read: endpoint("GET /api_users/Test/Read", {
    summary: "Takes a query.",
    access: "session",
    request: z.object({ name: z.string().default("") }),
    response: z.unknown(),
  }),
  remove: endpoint("DELETE /api_users/Test/{ids}", {
    summary: "Takes ids in the path.",
    access: "session",
    request: z.object({ ids: z.string() }),
    response: z.unknown(),
  }),
};

let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await startTestServer((bind) => {
    for (const call of Object.values(calls)) bind(call, async (request) => request);
  });
  address = await server.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.stop());

const token = { accesstoken: "all" };

const get = (url: string) => server.app.inject({ url, headers: token });

function post(url: string, payload: string | Buffer, contentType = "application/json") {
  return server.app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": contentType, accesstoken: "all" },
  });
}

function refusalOf(answer: { statusCode: number; json(): { name: string } }): [number, string] {
  return [answer.statusCode, answer.json().name];
}

test.each([
  ["half a value", '{"name":'],
  ["a bare word", "name"],
  ["trailing text", '{"name":"a"} more'],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0x6e, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["text in UTF-16", Buffer.from('{"name":"a"}', "utf16le")],
  ["compressed bytes", Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
])("JSON: %s is a format error", async (_name, body) => {
  expect(refusalOf(await post("/api_users/Test/Save", body))).toEqual([400, "DATA_FORMAT_ERROR"]);
});

test("JSON that is not an object is a wrong field, and an empty body is an empty object", async () => {
  expect(refusalOf(await post("/api_users/Test/Save", "[1]"))).toEqual([422, "FIELD_INVALID"]);
  expect(refusalOf(await post("/api_users/Test/Save", "null"))).toEqual([422, "FIELD_INVALID"]);
  expect((await post("/api_users/Test/Save", "")).statusCode).toBe(200);
  const none = await server.app.inject({ method: "POST", url: "/api_users/Test/Save", headers: token });
  expect(none.statusCode).toBe(200);
});

test.each([
  ["lists", "[".repeat(500_000) + "]".repeat(500_000)],
  ["an unknown field", `{"unknown":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
  ["a recursive schema", `{"tree":${'{"name":"","children":['.repeat(20_000)}${"]}".repeat(20_000)}}`],
])("JSON nested without end in %s is refused, not followed", async (_name, body) => {
  const answer = await post("/api_users/Test/Save", body);
  expect([400, 422]).toContain(answer.statusCode);
});

test("keys that would change a prototype are dropped", async () => {
  const answer = await post(
    "/api_users/Test/Save",
    '{"name":"a","__proto__":{"admin":true},"details":{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}}',
  );
  expect(answer.statusCode).toBe(200);
  expect(JSON.stringify(answer.json())).not.toContain("admin");
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(({} as { x?: number }).x).toBeUndefined();
});

test.each([
  ["NUL in a text", '{"name":"a\\u0000b"}', "name"],
  ["half a surrogate pair", '{"details":{"a":{"b":"\\ud800"}}}', "details.a.b"],
  ["NUL in a key", '{"details":{"a\\u0000":1}}', "details"],
])("%s, which PostgreSQL cannot store, is a wrong field", async (_name, body, field) => {
  const answer = await post("/api_users/Test/Save", body);
  expect(refusalOf(answer)).toEqual([422, "FIELD_INVALID"]);
  expect(answer.json().errors[0].field).toBe(field);
});

test("NUL is refused in a query, a path and a form too", async () => {
  const query = await get("/api_users/Test/Read?name=a%00b");
  expect(refusalOf(query)).toEqual([422, "FIELD_INVALID"]);
  const path = await server.app.inject({ method: "DELETE", headers: token, url: "/api_users/Test/a%00b" });
  expect(refusalOf(path)).toEqual([422, "FIELD_INVALID"]);
  const form = await post("/api_users/Test/Form", "name=a%00b", "application/x-www-form-urlencoded");
  expect(refusalOf(form)).toEqual([422, "FIELD_INVALID"]);
});

test("a text longer than its rule is a wrong field; a body beyond 3 MB is too large", async () => {
  const long = await post("/api_users/Test/Save", JSON.stringify({ name: "x".repeat(2_000_000) }));
  expect(refusalOf(long)).toEqual([422, "FIELD_INVALID"]);
  const huge = await post("/api_users/Test/Save", JSON.stringify({ name: "x".repeat(3_200_000) }));
  expect(refusalOf(huge)).toEqual([413, "FILE_TOO_LARGE"]);
});

test("a body that grows beyond 3 MB without saying so is refused, and the answer arrives", async () => {
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  let left = 12;
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const headers = { "content-type": "application/json", ...token };
  const options = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const answer = await fetch(`${address}/api_users/Test/Save`, options);
  expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([413, "FILE_TOO_LARGE"]);
});

test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "a JSON call does not take %s",
  async (contentType) => {
    expect(refusalOf(await post("/api_users/Test/Save", "name=a", contentType))).toEqual([400, "DATA_FORMAT_ERROR"]);
  },
);

test.each([
  ["without a boundary", "multipart/form-data", "name=a"],
  ["without parts", "multipart/form-data; boundary=x", "nothing"],
  ["cut short", "multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na'],
  ["of another type", "text/csv", "name"],
])("a form %s is a format error", async (_name, contentType, body) => {
  expect(refusalOf(await post("/api_users/Test/Form", body, contentType))).toEqual([400, "DATA_FORMAT_ERROR"]);
});

test("a file part of a form is not a field", async () => {
  const form = new FormData();
  form.append("name", new Blob(["x"]), "x.txt");
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const answer = await post("/api_users/Test/Form", body, encoded.headers.get("content-type") ?? "");
  expect(answer.json().resultData).toEqual({ name: "" });
});

test("a repeated parameter where one text is expected is a wrong field", async () => {
  expect(refusalOf(await get("/api_users/Test/Read?name=a&name=b"))).toEqual([422, "FIELD_INVALID"]);
});

test("a path that cannot be decoded is a format error, and a long list of ids fits in one", async () => {
  const bad = await server.app.inject({ method: "DELETE", headers: token, url: "/api_users/Test/%zz" });
  expect(refusalOf(bad)).toEqual([400, "DATA_FORMAT_ERROR"]);
  const ids = Array.from({ length: 100 }, () => "0190a000-0000-7000-8000-000000000001").join(",");
  const many = await server.app.inject({ method: "DELETE", headers: token, url: `/api_users/Test/${ids}` });
  expect(many.json().resultData).toEqual({ ids });
});

test("a sender that disconnects during a body causes no harm", async () => {
  const { port } = server.app.server.address() as AddressInfo;
  for (let round = 0; round < 5; round += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "POST /api_users/Test/Save HTTP/1.1\r\nhost: a\r\naccesstoken: all\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{",
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    socket.destroy();
  }
  expect((await fetch(`${address}/api_users/Test/Read?name=a`, { headers: token })).status).toBe(200);
});
