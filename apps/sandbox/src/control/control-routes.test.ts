import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, PHONE_NUMBER_ID, type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

const CUSTOMER = "886912345678";

describe("the control API", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
  });

  afterEach(() => sandbox.close());

  const statuses = (id: string) => sandbox.statusesOf(id).map(({ status }) => status);

  it("leaves messages at one tick while a phone is off", async () => {
    await sandbox.write(CUSTOMER);
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { online: false });
    const { id } = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(id)).toEqual(["sent"]);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(statuses(id)).toEqual(["sent"]);
    await sandbox.control("PATCH", `/customers/${CUSTOMER}`, { online: true });
    await expect.poll(() => statuses(id)).toEqual(["sent", "delivered"]);
  });

  it("marks messages as read only while somebody looks at the chat", async () => {
    await sandbox.write(CUSTOMER);
    const { id } = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(id)).toEqual(["sent", "delivered"]);
    const looking = request(`${sandbox.url}/sandbox/api/events?viewing=${CUSTOMER}`).end();
    await expect.poll(() => statuses(id)).toEqual(["sent", "delivered", "read"]);
    const next = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(next.id)).toEqual(["sent", "delivered", "read"]);
    looking.on("error", () => undefined).destroy();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const last = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(last.id)).toEqual(["sent", "delivered"]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(statuses(last.id)).toEqual(["sent", "delivered"]);
  });

  it("marks messages as read automatically when switched on", async () => {
    await sandbox.control("PATCH", "/switches", { autoRead: true, readMs: 10 });
    await sandbox.write(CUSTOMER);
    const { id } = await sandbox.send(CUSTOMER);
    await expect.poll(() => statuses(id)).toEqual(["sent", "delivered", "read"]);
  });

  it("forces exactly the next answers, by name or code", async () => {
    await sandbox.control("POST", "/force", { error: "somethingWrong", count: 2 });
    await sandbox.control("POST", "/force", { error: 130429 });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await sandbox.send(CUSTOMER));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 429, 200]);
    expect(answers.slice(0, 3).map((answer) => errorOf(answer).code)).toEqual([131000, 131000, 130429]);
    expect((await sandbox.control("POST", "/force", { error: "nonsense" })).status).toBe(400);
    await sandbox.control("POST", "/force", { error: "cut" });
    await sandbox.control("DELETE", "/force");
    expect((await sandbox.send(CUSTOMER)).status).toBe(200);
  });

  it("applies Meta's rate limits when switched on", async () => {
    await sandbox.control("PATCH", "/switches", { throughputPerSecond: 5 });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => sandbox.send(`8869100000${10 + n}`)));
    // Five at once, and one more for each fifth of a second that sending takes.
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(5);
    expect(taken).toBeLessThan(60);
    expect(errorOf(answers.find(({ status }) => status !== 200) ?? { status: 0, body: {} }).code).toBe(130429);
    await sandbox.control("PATCH", "/switches", { throughputPerSecond: null, pairLimit: true });
    const pair = [];
    for (let n = 0; n < 46; n += 1) pair.push((await sandbox.send(CUSTOMER)).status);
    expect(pair.filter((status) => status === 200)).toHaveLength(45);
  });

  it("sends load at the requested rate and measures it", async () => {
    expect((await sandbox.control("POST", "/load", { rate: 500, count: 200, customers: 20 })).status).toBe(202);
    expect((await sandbox.control("POST", "/load", { rate: 500, count: 200 })).status).toBe(409);
    await expect
      .poll(async () => (await sandbox.control("GET", "/load")).body)
      .toMatchObject({ state: "done", accepted: 200 });
    const ids = sandbox.inbound().map((message) => message.id);
    expect([ids.length, new Set(ids).size, new Set(sandbox.inbound().map((message) => message.from)).size]).toEqual([
      200, 200, 20,
    ]);
    const reply = await sandbox.send(String(sandbox.inbound()[0]?.from));
    await expect.poll(() => statuses(reply.id)).toEqual(["sent", "delivered"]);
    expect(JSON.stringify((await sandbox.control("GET", "/customers")).body)).not.toContain("Load 1");
  });

  it("puts several messages into one body", async () => {
    await sandbox.control("POST", "/load", { rate: 5_000, count: 50, customers: 5, batch: 20 });
    await expect.poll(() => sandbox.inbound()).toHaveLength(50);
    expect(sandbox.receiver.received.length).toBeLessThan(50);
  });

  it("verifies a webhook address like Meta", async () => {
    const { body } = await sandbox.control("POST", `/channels/${PHONE_NUMBER_ID}/handshake`);
    expect(body).toEqual({ ok: true, status: 200 });
  });

  it("posts any other webhook", async () => {
    const value = { event: "ACCOUNT_RESTRICTION", restriction_info: [] };
    await sandbox.control("POST", `/channels/${PHONE_NUMBER_ID}/webhooks`, { field: "account_update", value });
    await expect
      .poll(() => sandbox.receiver.received[0]?.payload.entry[0]?.changes[0])
      .toEqual({ field: "account_update", value });
  });

  it("creates customers with open windows", async () => {
    const customers = [
      { name: "王先生", phone: "886911000111", lastInboundAt: new Date(Date.now() - 3_600_000).toISOString() },
    ];
    expect((await sandbox.control("POST", "/customers", { customers })).body).toEqual({ made: 1 });
    const { id } = await sandbox.send("886911000111");
    await expect.poll(() => statuses(id)).toContain("delivered");
  });

  it("refuses invalid requests", async () => {
    const cases: [string, string, unknown][] = [
      ["POST", "/customers", { name: "" }],
      ["POST", "/customers", { name: "x" }],
      ["POST", "/customers", { name: "x", phone: "12" }],
      ["POST", `/customers/${CUSTOMER}/messages`, { type: "poll" }],
      ["POST", `/customers/${CUSTOMER}/messages`, { type: "image", mediaId: "../../etc/passwd" }],
      ["POST", `/customers/${CUSTOMER}/messages`, { type: "button" }],
      ["POST", "/load", { rate: -1, count: 1 }],
      ["PATCH", "/switches", { sentMs: "soon" }],
      ["POST", "/force", []],
    ];
    for (const [method, path, body] of cases)
      expect((await sandbox.control(method, path, body)).status, path).toBe(400);
    expect((await sandbox.control("POST", "/customers", { name: "x", phone: CUSTOMER })).status).toBe(409);
    expect((await sandbox.control("GET", "/customers/nobody/messages")).status).toBe(404);
  });

  it("refuses calls from other sites", async () => {
    const answer = await fetch(`${sandbox.url}/sandbox/api/reset`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
    });
    expect(answer.status).toBe(403);
    const opaque = await fetch(`${sandbox.url}/sandbox/api/reset`, { method: "POST", headers: { origin: "null" } });
    expect(opaque.status).toBe(403);
    const own = await fetch(`${sandbox.url}/sandbox/api/reset`, { method: "POST", headers: { origin: sandbox.url } });
    expect(own.status).toBe(200);
  });

  it("serves only the files of the page", async () => {
    const page = await fetch(`${sandbox.url}/`);
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("script-src 'self'"),
    ]);
    for (const path of ["/phone/app.js", "/phone/base.css", "/phone/icon.svg", "/favicon.ico"])
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200);
    for (const path of ["/phone/..%2fmain.ts", "/phone/../main.ts", "/phone/index.html"])
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404);
  });
});
