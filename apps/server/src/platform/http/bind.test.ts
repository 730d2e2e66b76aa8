import { Readable } from "node:stream";
import { endpoint } from "@homeroom/contract/endpoint";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#platform/errors/app-error";
import { currentTraceId } from "#platform/log/trace";
import { startTestServer, type TestServer } from "./for-tests.ts";

const calls = {
  save: endpoint("POST /api_users/Test/Save", {
    summary: "Saves a person.",
    access: "crm:lead:edit",
    request: z.object({
      nickname: z.string().trim().min(1, "LEAD_NICKNAME_REQUIRED"),
      age: z.number().int().max(120).optional(),
      contact1: z.object({ phone: z.union([z.literal(""), z.string().regex(/^\d+$/, "LEAD_BAD_PHONE")]) }).optional(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
    response: z.object({ nickname: z.string(), age: z.number().optional(), details: z.unknown().optional() }),
  }),
  either: endpoint("GET /api_users/Test/Either", {
    summary: "For holders of one of two permissions.",
    access: ["sys:log:query", "crm:lead:query"],
    request: z.object({}),
    response: z.null(),
  }),
  any: endpoint("GET /api_users/Test/Any", {
    summary: "For everyone signed in.",
    access: "session",
    request: z.object({}),
    response: z.object({ who: z.string(), token: z.string() }),
  }),
  list: endpoint("GET /api_users/Test/List", {
    summary: "Reads everything from texts.",
    access: "public",
    request: z.object({
      branchID: z.string().optional(),
      pageNum: z.number().int().default(1),
      open: z.boolean().optional(),
      sales: z.array(z.number()).optional(),
      Type: z.coerce.number().int().optional(),
    }),
    response: z.unknown(),
  }),
  one: endpoint("PUT /api_users/Test/{recordID}/form", {
    summary: "Has its id in the path.",
    access: "public",
    request: z.object({ recordID: z.number(), name: z.string().default("") }),
    alsoNamed: { title: "name" },
    response: z.object({ recordID: z.number(), name: z.string() }),
  }),
  ofOrder: endpoint("GET /api_users/Test/OfOrder", {
    summary: "Has a field whose name also stands for another one.",
    access: "public",
    request: z.object({ orderID: z.string(), recordID: z.string().optional() }),
    alsoNamed: { recordID: "orderID" },
    response: z.unknown(),
  }),
  signIn: endpoint("POST /api_sso/Test/SignIn", {
    summary: "Takes any kind of form.",
    access: "public",
    body: "form",
    request: z.object({
      accountName: z.string(),
      acceptMessage: z.number().int(),
      tag: z.array(z.string()).default([]),
    }),
    response: z.object({ accountName: z.string(), acceptMessage: z.number(), tag: z.array(z.string()) }),
  }),
  filter: endpoint("POST /api_users/Test/Filter", {
    summary: "Takes lists of values.",
    access: "session",
    request: z.object({
      status: z.array(z.number()).optional(),
      role: z.array(z.string()).optional(),
      notes: z.string().optional(),
      price: z.union([z.number(), z.literal("")]).optional(),
      open: z.union([z.literal(0), z.literal(1)]).optional(),
      query: z
        .object({ leadType: z.array(z.number()), hours: z.array(z.object({ day: z.number() })) })
        .partial()
        .optional(),
    }),
    response: z.unknown(),
  }),
  refuse: endpoint("POST /api_users/Test/Refuse", {
    summary: "Fails as it is told.",
    access: "public",
    request: z.object({ how: z.enum(["conflict", "bug", "later", "wrongAnswer", "leak"]) }),
    response: z.object({ nickname: z.string() }),
  }),
  export: endpoint("GET /api_users/Test/Export", {
    summary: "Answers with a file.",
    access: "session",
    answer: "binary",
    request: z.object({ fails: z.boolean().default(false) }),
    response: z.null(),
  }),
};

const logged: string[] = [];
let server: TestServer;

beforeAll(async () => {
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  server = await startTestServer(
    (bind) => {
      bind(calls.save, async ({ nickname, age, details }) => ({ nickname, age, details }));
      bind(calls.either, async () => null);
      bind(calls.any, async (_request, { actor, header }) => ({
        who: actor.nickname,
        token: header("accesstoken") ?? "",
      }));
      bind(calls.list, async (request) => request);
      bind(calls.one, async (request) => request);
      bind(calls.ofOrder, async (request) => request);
      bind(calls.filter, async (request) => request);
      bind(calls.signIn, async (request) => request);
      bind(calls.refuse, async ({ how }) => {
        if (how === "conflict") throw new AppError("LEAD_PHONE_EXISTS", {}, { details: { leadId: "7" } });
        if (how === "later") throw new AppError("TOO_MANY_REQUESTS", {}, { retryAfterSeconds: 29.2 });
        if (how === "bug") throw new Error(`secret of ${currentTraceId()}`);
        if (how === "leak") return { nickname: "a", passwordHash: "x" };
        return { nickname: 5 } as unknown as { nickname: string };
      });
      bind(calls.export, async ({ fails }) => {
        if (fails) throw new AppError("NOT_FOUND");
        return { body: Readable.from(["a,", "b"]), fileName: '名單 "1".csv', contentType: "text/csv; charset=utf-8" };
      });
    },
    { log },
  );
});
afterAll(() => server.stop());

const signedIn = { accesstoken: "all" };

function post(url: string, payload: object | string, headers: Record<string, string> = {}) {
  return server.app.inject({ method: "POST", url, payload, headers: { ...signedIn, ...headers } });
}

function get(url: string, headers: Record<string, string> = signedIn) {
  return server.app.inject({ method: "GET", url, headers });
}

test("a success is an uncached envelope with a trace id", async () => {
  const answer = await post("/api_users/Test/Save", { nickname: " 美玲 " });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: true, code: 200, message: "", resultData: { nickname: "美玲" } });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-trace-id"]).toMatch(/^[0-9a-f]{16}$/);
});

test.each([
  [
    { status: 1, role: "r1", notes: "a,b" },
    { status: [1], role: ["r1"], notes: "a,b" },
  ],
  [{ status: [0, 1] }, { status: [0, 1] }],
  [{ query: { leadType: 2 } }, { query: { leadType: [2] } }],
  [{ query: { hours: { day: 1 } } }, 422],
  [{ status: "" }, 422],
])("a single value is taken as a list of one: %o", async (given, wanted) => {
  const answer = await post("/api_users/Test/Filter", given);
  expect(answer.statusCode === 200 ? answer.json().resultData : answer.statusCode).toEqual(wanted);
});

test.each([
  ["no token", {}],
  ["an empty token", { accesstoken: "" }],
  ["the fallback token", { accesstoken: "anonymous" }],
  ["an unknown token", { accesstoken: "other" }],
  ["an endless token", { accesstoken: "x".repeat(5000) }],
])("%s is no session", async (_name, headers) => {
  const answer = await get("/api_users/Test/Any", headers);
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ success: false, name: "TOKEN_INVALID", code: 900401, domain: "common" });
});

test("the header's name is taken in any case, and the handler gets actor and token", async () => {
  const answer = await get("/api_users/Test/Any", { accessToken: "none" });
  expect(answer.json().resultData).toEqual({ who: "陳美玲", token: "none" });
});

test("permissions are checked before the body; one of several is enough", async () => {
  const refused = await post("/api_users/Test/Save", "{{{", {
    accesstoken: "none",
    "content-type": "application/json",
  });
  expect([refused.statusCode, refused.json().name]).toEqual([403, "PERMISSION_DENIED"]);
  expect((await get("/api_users/Test/Either", { accesstoken: "none" })).statusCode).toBe(403);
  expect((await get("/api_users/Test/Either")).statusCode).toBe(200);
});

test("a rule's own error is the error of the answer, and every wrong field is listed in the reader's language", async () => {
  const wrong = { nickname: "  ", age: 300, contact1: { phone: "abc" } };
  const answer = await post("/api_users/Test/Save", wrong, { "accept-language": "en" });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    code: 100003,
    domain: "lead",
    name: "LEAD_NICKNAME_REQUIRED",
    message: "Please enter a name",
    resultData: null,
    errors: [
      { field: "nickname", name: "LEAD_NICKNAME_REQUIRED", message: "Please enter a name" },
      { field: "age", name: "FIELD_INVALID", message: "It must not be more than 120" },
      { field: "contact1.phone", name: "LEAD_BAD_PHONE", message: "The phone number is not valid" },
    ],
  });
});

test.each([{}, { nickname: null }])("a missing text is refused as an empty one: %j", async (body) => {
  const answer = await post("/api_users/Test/Save", body);
  expect(answer.json()).toMatchObject({ name: "LEAD_NICKNAME_REQUIRED", message: "請輸入姓名" });
});

test.each([
  [{ status: "1" }, { status: [1] }],
  [{ status: ["0", 1, "-2"] }, { status: [0, 1, -2] }],
  [{ query: { leadType: ["2"] } }, { query: { leadType: [2] } }],
  [{ query: { hours: [{ day: "1.5" }] } }, { query: { hours: [{ day: 1.5 }] } }],
  [{ price: "12.50" }, { price: 12.5 }],
  [{ price: "" }, { price: "" }],
  [{ open: "1" }, { open: 1 }],
  [
    { role: ["7"], notes: "7" },
    { role: ["7"], notes: "7" },
  ],
  [{ status: ["1e3"] }, 422],
  [{ status: ["0x1"] }, 422],
  [{ status: [" "] }, 422],
  [{ price: "a" }, 422],
])("a number in quotes is that number where no text is asked for: %o", async (given, wanted) => {
  const answer = await post("/api_users/Test/Filter", given);
  expect(answer.statusCode === 200 ? answer.json().resultData : answer.statusCode).toEqual(wanted);
});

test("a wrong type is FIELD_INVALID at its field", async () => {
  const answer = await post("/api_users/Test/Save", { nickname: "a", age: "七" }, { "accept-language": "zh-CN" });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    code: 900422,
    name: "FIELD_INVALID",
    message: "请检查标示的字段",
    errors: [{ field: "age", message: "请输入数字" }],
  });
});

test("names match in any case, the exact one first, and unknown ones are ignored", async () => {
  const answer = await post("/api_users/Test/Save", { NICKNAME: "other", nickname: "mine", AGE: 5, unknown: 1 });
  expect(answer.json().resultData).toEqual({ nickname: "mine", age: 5 });
});

test("texts of an address become numbers, truth values and lists", async () => {
  const answer = await get("/api_users/Test/List?BranchId=b&pagenum=3&open=0&sales=1,2&type=2&__proto__=x");
  expect(answer.json().resultData).toEqual({ branchID: "b", pageNum: 3, open: false, sales: [1, 2], Type: 2 });
  const repeated = await get("/api_users/Test/List?sales=1&sales=2&pageNum=&open=true");
  expect(repeated.json().resultData).toEqual({ pageNum: 1, sales: [1, 2], open: true });
  expect((await get("/api_users/Test/List?pageNum=x")).json()).toMatchObject({ name: "FIELD_INVALID" });
});

test("a parameter of the path wins over one of the body", async () => {
  const request = { method: "PUT", url: "/api_users/Test/12/form", payload: { recordID: 99, name: "a" } } as const;
  expect((await server.app.inject(request)).json().resultData).toEqual({ recordID: 12, name: "a" });
  const wrong = await server.app.inject({ ...request, url: "/api_users/Test/x/form" });
  expect(wrong.json()).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "recordID" }] });
});

test("an alias of a field is accepted, after the field's own name", async () => {
  const put = (payload: object) => server.app.inject({ method: "PUT", url: "/api_users/Test/12/form", payload });
  expect((await put({ TITLE: "b" })).json().resultData).toEqual({ recordID: 12, name: "b" });
  expect((await put({ title: "b", name: "a" })).json().resultData).toEqual({ recordID: 12, name: "a" });
});

test("an alias that is also a field fills the other field only where that is missing", async () => {
  const both = await get("/api_users/Test/OfOrder?orderID=a&recordID=b");
  expect(both.json().resultData).toEqual({ orderID: "a", recordID: "b" });
  const one = await get("/api_users/Test/OfOrder?RecordID=b");
  expect(one.json().resultData).toEqual({ orderID: "b" });
});

test("parameters in the address are accepted in any call, after the body's", async () => {
  const url = "/api_users/Test/12/form?NAME=b&recordID=4";
  const only = await server.app.inject({ method: "PUT", url });
  expect(only.json().resultData).toEqual({ recordID: 12, name: "b" });
  const both = await server.app.inject({ method: "PUT", url, payload: { name: "a" } });
  expect(both.json().resultData).toEqual({ recordID: 12, name: "a" });
});

test("a form is accepted as multipart, urlencoded or JSON", async () => {
  const expected = { accountName: "王小明", acceptMessage: 1, tag: ["a", "b"] };
  const form = new FormData();
  form.append("AccountName", "王小明");
  form.append("acceptMessage", "1");
  form.append("tag", "a");
  form.append("tag", "b");
  const encoded = new Response(form);
  const multipart = Buffer.from(await encoded.arrayBuffer());
  const contentType = encoded.headers.get("content-type") ?? "";
  const url = "/api_sso/Test/SignIn";
  const answers = [
    await server.app.inject({ method: "POST", url, payload: multipart, headers: { "content-type": contentType } }),
    await post(url, "accountName=%E7%8E%8B%E5%B0%8F%E6%98%8E&acceptMessage=1&tag=a,b", {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    }),
    await post(url, expected),
  ];
  for (const answer of answers) expect(answer.json().resultData).toEqual(expected);
});

test("a refusal contains data for programs, and the time of a retry", async () => {
  const conflict = await post("/api_users/Test/Refuse", { how: "conflict" });
  expect(conflict.statusCode).toBe(409);
  expect(conflict.json()).toMatchObject({ code: 100005, domain: "lead", details: { leadId: "7" } });
  const later = await post("/api_users/Test/Refuse", { how: "later" });
  expect([later.statusCode, later.headers["retry-after"]]).toEqual([429, "30"]);
});

test("a bug answers 500, code 0 and the trace id; details are only logged", async () => {
  const answer = await post("/api_users/Test/Refuse", { how: "bug" });
  const { traceId } = answer.json();
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    success: false,
    code: 0,
    domain: "common",
    name: "SYSTEM_ERROR",
    message: "系統錯誤，請稍後再試",
    resultData: null,
    traceId: answer.headers["x-trace-id"],
  });
  expect(logged.some((line) => line.includes(`secret of ${traceId}`))).toBe(true);
});

test.each(["wrongAnswer", "leak"])("an answer against the contract is a bug: %s", async (how) => {
  expect((await post("/api_users/Test/Refuse", { how })).statusCode).toBe(500);
});

test("production sends answers without checking them", async () => {
  const production = await startTestServer((bind) => bind(calls.any, async () => ({ who: "a", token: "b", more: 1 })), {
    checkAnswers: false,
  });
  const answer = await production.app.inject({ url: "/api_users/Test/Any", headers: signedIn });
  expect(answer.statusCode).toBe(200);
  await production.stop();
});

test("a binary answer is saved under its name; its failure is an envelope", async () => {
  const answer = await get("/api_users/Test/Export");
  expect(answer.payload).toBe("a,b");
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''%E5%90%8D%E5%96%AE%20%221%22.csv`);
  const failed = await get("/api_users/Test/Export?fails=1");
  expect([failed.statusCode, failed.json().name]).toEqual([404, "NOT_FOUND"]);
});

test.each([
  ["GET", "/api_users/Test/Nothing"],
  ["DELETE", "/api_users/Test/Save"],
  ["POST", "/nothing"],
] as const)("%s %s is not found, as an envelope", async (method, url) => {
  const answer = await server.app.inject({ method, url });
  expect([answer.statusCode, answer.json().name]).toEqual([404, "NOT_FOUND"]);
});

test("no log line has a query string or a token", async () => {
  await get("/api_users/Test/Any?Password=Homeroom2026&AccountID=5");
  expect(logged.some((line) => line.includes("/api_users/Test/Any"))).toBe(true);
  expect(logged.join("")).not.toMatch(/Homeroom2026|accesstoken/i);
});
