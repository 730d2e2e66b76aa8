import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  APP_SECRET,
  buildChannel,
  errorOf,
  PHONE_NUMBER_ID,
  type RunningTestSandbox,
  runSandbox,
} from "../testing/run-sandbox.ts";

const APP = "300000000000001";
const TOKEN = "demo-access-token";

describe("calls for an app", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox({
      channels: [
        buildChannel("http://127.0.0.1:9/a", { appId: APP }),
        buildChannel("http://127.0.0.1:9/b", {
          phoneNumberId: "100000000000002",
          appId: "300000000000002",
          appSecret: "other-secret",
          accessToken: "other-token",
        }),
      ],
    });
  });

  afterEach(() => sandbox.close());

  const debug = (token: string, asking = `${APP}|${APP_SECRET}`) =>
    sandbox.graph("GET", `/debug_token?input_token=${token}`, undefined, asking);

  it("describes a token", async () => {
    expect((await debug(TOKEN)).body).toMatchObject({
      data: {
        app_id: APP,
        is_valid: true,
        scopes: ["whatsapp_business_messaging", "whatsapp_business_management"],
      },
    });
    expect((await debug("nonsense")).body).toMatchObject({ data: { is_valid: false, error: { code: 190 } } });
    await sandbox.control("PATCH", `/channels/${PHONE_NUMBER_ID}`, { tokenExpired: true });
    expect((await debug(TOKEN)).body).toMatchObject({ data: { is_valid: false, error: { code: 190 } } });
  });

  it("refuses a wrong secret and another app's token differently", async () => {
    const stranger = await debug(TOKEN, `${APP}|wrong-secret`);
    expect([stranger.status, errorOf(stranger).code]).toEqual([401, 190]);
    const elsewhere = await debug("other-token");
    expect([elsewhere.status, errorOf(elsewhere).code]).toEqual([400, 100]);
  });

  const open = (query: string, app = APP) => sandbox.graph("POST", `/${app}/uploads?${query}`, {});
  const send = async (session: string, bytes: string): Promise<Answer> => {
    const answer = await fetch(`${sandbox.url}/v23.0/${session}`, {
      method: "POST",
      headers: { authorization: `OAuth ${TOKEN}`, file_offset: "0", "content-type": "application/octet-stream" },
      body: bytes,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("accepts a sample once in its own session, with the announced length", async () => {
    const { body } = await open("file_name=a.png&file_length=4&file_type=image/png");
    const session = String(body.id);
    expect(session).toMatch(/^upload:/);
    expect((await send(session, "1234")).body.h).toMatch(/^4::/);
    expect((await send(session, "1234")).status).toBe(400);
    const cut = await open("file_length=4&file_type=image/png");
    expect((await send(String(cut.body.id), "12")).status).toBe(400);
    expect((await send("upload:00", "1234")).status).toBe(400);
  });

  it("refuses a session without a length, with an unknown type, or for another app", async () => {
    for (const query of [
      "file_type=image/png",
      "file_length=0&file_type=image/png",
      "file_length=4&file_type=text/html",
    ])
      expect((await open(query)).status, query).toBe(400);
    expect((await open("file_length=4&file_type=image/png", "300000000000002")).status).toBe(400);
  });
});
