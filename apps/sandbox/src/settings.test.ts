import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

describe("settings", () => {
  it("has the demo number and four spare ones by default", () => {
    expect(readSettings({})).toMatchObject({
      port: 8_090,
      host: "127.0.0.1",
      channels: [
        { phoneNumberId: "100000000000001", webhookUrl: "http://127.0.0.1:8080/api_webhook/WhatsApp/Callback" },
        { phoneNumberId: "100000000000002", webhookUrl: "http://127.0.0.1:8080/api_webhook/WhatsApp/Callback" },
        { phoneNumberId: "100000000000003" },
        { phoneNumberId: "100000000000004" },
        { phoneNumberId: "100000000000005" },
      ],
    });
  });

  it("accepts other numbers, ports and folders", () => {
    const channel = {
      phoneNumberId: "1",
      displayPhoneNumber: "+1",
      businessAccountId: "2",
      accessToken: "t",
      appSecret: "s",
      verifyToken: "v",
    };
    const settings = readSettings({
      SANDBOX_PORT: "0",
      SANDBOX_DATA_DIR: "/data",
      MAIL_DIR: "/mails",
      WEBHOOK_BASE: "http://localhost:3000/",
      SANDBOX_CHANNELS: JSON.stringify([channel]),
    });
    expect(settings).toMatchObject({
      port: 0,
      dataDir: "/data",
      mailDir: "/mails",
      channels: [{ ...channel, webhookUrl: "http://localhost:3000/api_webhook/WhatsApp/Callback" }],
    });
  });

  it.each([
    [{ SANDBOX_PORT: "eighty" }, /SANDBOX_PORT/],
    [{ WEBHOOK_BASE: "nowhere" }, /WEBHOOK_BASE/],
    [{ SANDBOX_CHANNELS: "{" }, /SANDBOX_CHANNELS/],
    [{ SANDBOX_CHANNELS: "[]" }, /SANDBOX_CHANNELS/],
    [{ SANDBOX_CHANNELS: '[{"phoneNumberId":"1"}]' }, /displayPhoneNumber/],
  ])("names the wrong one of %o", (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
