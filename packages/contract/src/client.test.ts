import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { type CallFailure, type ClientOptions, createClient } from "./client.ts";
import { endpoint } from "./endpoint.ts";

const response = z.object({ n: z.number() });
const calls = {
  save: endpoint("POST /save", {
    summary: "",
    access: "session",
    request: z.object({ name: z.string(), note: z.string().optional() }),
    response,
  }),
  one: endpoint("PUT /thing/{id}/form", {
    summary: "",
    access: "session",
    request: z.object({ id: z.string(), n: z.number() }),
    response,
  }),
  list: endpoint("GET /list", {
    summary: "",
    access: "session",
    request: z.object({
      ids: z.array(z.string()).optional(),
      on: z.boolean().optional(),
      keywords: z.string().nullish(),
    }),
    response,
  }),
  form: endpoint("POST /form", {
    summary: "",
    access: "public",
    body: "form",
    request: z.object({ accountName: z.string(), n: z.number() }),
    response,
  }),
  upload: endpoint("POST /upload", {
    summary: "",
    access: "session",
    body: "file",
    file: { kinds: ["image"], maxBytes: 10 },
    request: z.object({ recordsn: z.string() }),
    response,
  }),
  export: endpoint("GET /export", {
    summary: "",
    access: "session",
    answer: "binary",
    request: z.object({}),
    response: z.null(),
  }),
};

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const success = { success: true, code: 200, message: "", resultData: { n: 1 } };
let seen: ReceivedRequest;
let reply: (answer: ServerResponse) => void;
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, answer) => {
    const { method = "", url = "", headers } = request;
    void text(request).then((body) => {
      seen = { method, url, headers, body };
      reply(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => answerWith(200, success));

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const json = typeof body === "string" ? body : JSON.stringify(body);
  reply = (answer) => answer.writeHead(status, { "content-type": "application/json", ...headers }).end(json);
}

function failureBody(name: string, message: string, more: object = {}) {
  return { success: false, code: 1, domain: "common", name, message, resultData: null, traceId: "t1", ...more };
}

function clientWith(options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, token: () => "secret", language: () => "en", ...options });
}

test("the whole body of the answer is returned, and the request carries token, language and JSON", async () => {
  expect(await clientWith().call(calls.save, { name: "美玲", note: undefined })).toEqual(success);
  expect(seen).toMatchObject({
    method: "POST",
    url: "/save",
    body: '{"name":"美玲"}',
    headers: { accesstoken: "secret", "accept-language": "en", "content-type": "application/json" },
  });
});

test.each([null, ""])("without a session (%j) the fallback token is sent", async (token) => {
  await clientWith({ token: () => token }).call(calls.save, { name: "a" });
  expect(seen.headers.accesstoken).toBe("anonymous");
});

test("a call says when nobody is there", async () => {
  let isIdle = false;
  const client = clientWith({ isIdle: () => isIdle });
  await client.call(calls.list, {});
  expect(seen.headers["idle"]).toBeUndefined();
  isIdle = true;
  await client.call(calls.list, {});
  expect(seen.headers["idle"]).toBe("1");
});

test("fields go where the endpoint carries them", async () => {
  const client = clientWith();
  await client.call(calls.one, { id: "a/b", n: 2 });
  expect([seen.method, seen.url, seen.body]).toEqual(["PUT", "/thing/a%2Fb/form", '{"n":2}']);
  await client.call(calls.list, { ids: ["1", "2"], on: false, keywords: null });
  expect(seen.url).toBe("/list?ids=1%2C2&on=false");
  await client.call(calls.list, {});
  expect(seen.url).toBe("/list");
  await client.call(calls.form, { accountName: "a@b.test", n: 1 });
  expect(seen.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen.body).toContain('name="accountName"\r\n\r\na@b.test');
  await client.call(calls.upload, { recordsn: "7" }, { file: { content: new Blob(["bytes"]), name: "頭像.png" } });
  expect(seen.body.indexOf('name="recordsn"')).toBeLessThan(seen.body.indexOf('name="file"; filename="頭像.png"'));
});

test("a file is returned with its name", async () => {
  reply = (answer) => {
    const disposition = `attachment; filename="_.csv"; filename*=UTF-8''%E5%90%8D%E5%96%AE.csv`;
    answer.writeHead(200, { "content-type": "text/csv", "content-disposition": disposition }).end("a,b");
  };
  const { content, fileName } = await clientWith().call(calls.export, {});
  expect([await content.text(), fileName]).toEqual(["a,b", "名單.csv"]);
});

async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("the call should have failed"),
    (reason: unknown) => reason,
  );
}

test.each([
  ["its own text of a common error", 409, failureBody("STALE_DATA", "other"), "Someone changed this; please reload"],
  ["the server's text of every other", 422, failureBody("LEAD_NICKNAME_REQUIRED", "no nickname"), "no nickname"],
  ["the server's text of a name that it does not know", 409, failureBody("NEWER_ERROR", "newer"), "newer"],
  [
    "the server's text where only the server knows the figure",
    413,
    failureBody("FILE_TOO_LARGE", "more than 5"),
    "more than 5",
  ],
  [
    "the system error for a failure without name and message",
    500,
    { success: false },
    "System error, please try again later",
  ],
  ["a failure with a good status", 200, failureBody("NOT_FOUND", ""), "Not found"],
  [
    "the network error for an answer of somebody in between",
    502,
    "<html>bad gateway</html>",
    "Network error, please try again!",
  ],
  ["a format error for an answer that cannot be read", 200, "<html>", "Data format error"],
  ["a format error for an answer that is no envelope", 200, "null", "Data format error"],
])("a failed call rejects with a string alone: %s", async (_name, status, body, message) => {
  answerWith(status, body);
  expect(await rejectionOf(clientWith().call(calls.save, { name: "a" }))).toBe(message);
});

test("a failed file call rejects with its message as well", async () => {
  answerWith(404, failureBody("NOT_FOUND", ""));
  expect(await rejectionOf(clientWith().call(calls.export, {}))).toBe("Not found");
});

test("forms receive the fields, and the rejection stays the same", async () => {
  const errors = [{ field: "name", name: "FIELD_INVALID", message: "At most 5 characters" }];
  answerWith(422, failureBody("FIELD_INVALID", "", { errors, details: { leadId: "7" } }));
  const onFailure = vi.fn<(failure: CallFailure) => void>();
  const reason = await rejectionOf(clientWith().call(calls.save, { name: "a" }, { onFailure }));
  expect(reason).toBe("Please check the marked fields");
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({
    name: "FIELD_INVALID",
    message: reason,
    status: 422,
    errors,
    details: { leadId: "7" },
    traceId: "t1",
  });
});

test("only the end of the session counts as unauthorised, not a refused sign-in", async () => {
  const onUnauthorized = vi.fn<() => void>();
  const client = clientWith({ onUnauthorized });
  answerWith(401, failureBody("LOGIN_WRONG_PASSWORD", ""));
  expect(await rejectionOf(client.call(calls.save, { name: "a" }))).toBe("Wrong password");
  expect(onUnauthorized).not.toHaveBeenCalled();
  answerWith(401, failureBody("TOKEN_INVALID", ""));
  await rejectionOf(client.call(calls.save, { name: "a" }));
  expect(onUnauthorized).toHaveBeenCalledOnce();
});

test("a task that must be done first is reported, other refusals are not", async () => {
  const onRestricted = vi.fn<() => void>();
  const client = clientWith({ onRestricted });
  answerWith(403, failureBody("PERMISSION_DENIED", ""));
  await rejectionOf(client.call(calls.save, { name: "a" }));
  expect(onRestricted).not.toHaveBeenCalled();
  for (const name of ["ACCOUNT_PASSWORD_CHANGE_REQUIRED", "ACCOUNT_TWO_STEP_REQUIRED"]) {
    answerWith(403, failureBody(name, ""));
    await rejectionOf(client.call(calls.save, { name: "a" }));
  }
  expect(onRestricted).toHaveBeenCalledTimes(2);
});

test("no connection, and an answer that is cut off, are network errors", async () => {
  const nowhere = clientWith({ baseUrl: "http://127.0.0.1:1", language: () => "zh-tw" });
  expect(await rejectionOf(nowhere.call(calls.save, { name: "a" }))).toBe("網路錯誤，請重試！");
  reply = (answer) => {
    answer.writeHead(200, { "content-type": "application/json", "content-length": "500" }).write("{");
    answer.destroy();
  };
  expect(await rejectionOf(clientWith().call(calls.save, { name: "a" }))).toBe("Network error, please try again!");
});

test("a call without an answer ends at the time limit, and so does one whose answer stops half-way", async () => {
  reply = () => {};
  const client = clientWith({ timeoutMs: 60 });
  expect(await rejectionOf(client.call(calls.save, { name: "a" }))).toBe("Network error, please try again!");
  reply = (answer) => void answer.writeHead(200, { "content-type": "application/json" }).write("{");
  expect(await rejectionOf(client.call(calls.save, { name: "a" }))).toBe("Network error, please try again!");
  server.closeAllConnections();
});

test("the specification's time limit is the default", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await clientWith({ fetch: async () => Response.json(success) }).call(calls.save, { name: "a" });
  expect(timeout).toHaveBeenCalledWith(50_000);
  timeout.mockRestore();
});

test("a call that its caller aborts rejects with a string and is no failure to show", async () => {
  reply = () => {};
  const onFailure = vi.fn<(failure: CallFailure) => void>();
  const controller = new AbortController();
  const reason = rejectionOf(clientWith().call(calls.save, { name: "a" }, { signal: controller.signal, onFailure }));
  controller.abort();
  expect(typeof (await reason)).toBe("string");
  expect(onFailure).not.toHaveBeenCalled();
});
