import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

let sandbox: RunningTestSandbox;
beforeEach(async () => {
  sandbox = await runSandbox();
});
afterEach(() => sandbox.close());

const request = { model: "doubao-seedream-4-0-250828", prompt: "鋼琴", size: "1280x720", response_format: "b64_json" };

async function ask(change: object = {}, key = "ark-demo-key") {
  const response = await fetch(`${sandbox.url}/api/v3/images/generations`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ ...request, ...change }),
  });
  const body = (await response.json()) as { data?: { b64_json?: string }[]; error?: { code: string } };
  return { status: response.status, body, code: body.error?.code };
}

it("draws a picture of the requested size, and a different one for another prompt or an edit", async () => {
  const pictures = await Promise.all([
    ask(),
    ask(),
    ask({ prompt: "提琴" }),
    ask({ image: "data:image/jpeg;base64," }),
  ]);
  const [one, same, other, edited] = pictures.map(({ body }) => Buffer.from(body.data?.[0]?.b64_json ?? "", "base64"));
  expect([one?.readUInt32BE(16), one?.readUInt32BE(20)]).toEqual([1280, 720]);
  expect(one?.equals(same ?? Buffer.alloc(0))).toBe(true);
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(one?.equals(edited ?? Buffer.alloc(0))).toBe(false);
});

it.each([
  [{}, "ark-wrong-key", 401, "AuthenticationError"],
  [{ model: "seedream" }, undefined, 404, "InvalidEndpointOrModel.NotFound"],
  [{ n: 2 }, undefined, 400, "InvalidParameter"],
  [{ size: "64x64" }, undefined, 400, "InvalidParameter"],
  [{ model: "doubao-seedream-4-5-251128" }, undefined, 400, "InvalidParameter"],
  [{ prompt: "#filtered" }, undefined, 400, "InputTextSensitiveContentDetected"],
  [{ prompt: "#rateLimited" }, undefined, 429, "RateLimitExceeded"],
])("refuses %j", async (change, key, status, code) => {
  expect(await ask(change, key)).toMatchObject({ status, code });
});

it("reports a refused picture within a successful answer", async () => {
  const { status, body } = await ask({ prompt: "#refused" });
  expect([status, body.data]).toMatchObject([200, [{ error: { code: "OutputImageSensitiveContentDetected" } }]]);
});
