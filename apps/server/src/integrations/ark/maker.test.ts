import { expect, test } from "vitest";
import { ImageError } from "#modules/ai-images/port";
import { readSettings } from "#platform/config/settings";
import { prepareListener } from "#platform/http/listener-for-tests";
import { arkMaker } from "./maker.ts";

let reply: { status: number; body: string; headers?: Record<string, string>; hangs?: boolean };
let seen: { path: string; authorization: string | undefined; body: Record<string, unknown> };

const listener = prepareListener(({ request, body: text }, response) => {
  const body = JSON.parse(text) as Record<string, unknown>;
  seen = { path: request.url ?? "", authorization: request.headers.authorization, body };
  if (reply.hangs) return;
  response.writeHead(reply.status, reply.headers).end(reply.body);
});

const settings = (more: object = {}) => ({
  ...readSettings({ ARK_API_URL: `${listener.origin}/api/v3`, ARK_API_KEY: "ark-secret-key" }, false),
  ...more,
});
const request = { model: "v1", prompt: "鋼琴", width: 2048, height: 2048, source: null } as const;
const make = (more: object = {}, timeoutMs = 60_000) =>
  arkMaker(settings(), { timeoutMs })?.make({ ...request, ...more });
const failed = (status: number, code: string, message = "") => ({
  status,
  body: JSON.stringify({ error: { code, message } }),
});
const ok = (item: object) => ({ status: 200, body: JSON.stringify({ data: [item] }) });

test("an image request follows Ark's format", async () => {
  reply = ok({ b64_json: Buffer.from("picture").toString("base64") });
  expect(Buffer.from((await make()) ?? []).toString()).toBe("picture");
  expect(seen).toMatchObject({
    path: "/api/v3/images/generations",
    authorization: "Bearer ark-secret-key",
    body: { model: "doubao-seedream-4-0-250828", size: "2048x2048", watermark: false },
  });
  expect(seen.body).not.toHaveProperty("image");
  await make({ source: Buffer.from("before") });
  expect(seen.body["image"]).toBe(`data:image/jpeg;base64,${Buffer.from("before").toString("base64")}`);
});

test.each([
  [failed(400, "InputTextSensitiveContentDetected"), "promptRefused", false],
  [failed(400, "OutputImageSensitiveContentDetected"), "resultRefused", false],
  [ok({ error: { code: "OutputImageSensitiveContentDetected" } }), "resultRefused", false],
  [failed(429, "QuotaExceeded"), "quotaUsedUp", false],
  [failed(429, "RateLimitExceeded"), "unavailable", true],
  [failed(401, "AuthenticationError", "key ark-secret-key is wrong"), "keyInvalid", false],
  [failed(404, "ModelNotOpen"), "modelMissing", false],
  [failed(400, "InvalidParameter"), "badRequest", false],
  [failed(503, "ServiceUnavailable"), "unavailable", true],
  [{ status: 502, body: "<html>" }, "unavailable", true],
  [{ status: 200, body: '{"data":[]}' }, "unreadable", true],
  [{ status: 200, body: "", hangs: true }, "noAnswer", true],
])("a failure is classified: %#", async (given, reason, passing) => {
  reply = given;
  const timeoutMs = reason === "noAnswer" ? 300 : 60_000;
  const error = await make({}, timeoutMs)?.catch((problem: unknown) => problem);
  expect(error).toMatchObject({ problem: { reason, passing } });
  expect((error as ImageError).problem.detail).not.toContain("secret");
});

test("how long to wait is what Ark says; where nobody listens it is tried again", async () => {
  reply = { ...failed(429, "RateLimitExceeded"), headers: { "retry-after": "7" } };
  await expect(make()).rejects.toMatchObject({ problem: { retryAfterMs: 7000 } });
  const nobody = arkMaker(settings({ ARK_API_URL: "http://127.0.0.1:1" }));
  await expect(nobody?.make(request)).rejects.toMatchObject({ problem: { reason: "unavailable", passing: true } });
});

test("without a key there is no maker, and a model that is not configured is refused", async () => {
  expect(arkMaker(settings({ ARK_API_KEY: undefined }))).toBeNull();
  const [first] = settings().ARK_IMAGE_MODELS;
  const maker = arkMaker(settings({ ARK_IMAGE_MODELS: [first] }));
  await expect(maker?.make({ ...request, model: "v3" })).rejects.toBeInstanceOf(ImageError);
});
