import { createECDH, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import webPush from "web-push";
import { createSecretBox } from "#platform/secrets/secret-box";
import { outcomeOf, webPushSender } from "./sender.ts";

const secrets = createSecretBox(Buffer.alloc(32, 7));

it("has the same key in every process, and a different one with another secret", () => {
  const { publicKey } = webPushSender(secrets, "https://app.school.test");
  expect(webPushSender(createSecretBox(Buffer.alloc(32, 7)), undefined).publicKey).toBe(publicKey);
  expect(webPushSender(createSecretBox(Buffer.alloc(32, 8)), undefined).publicKey).not.toBe(publicKey);
  const point = Buffer.from(publicKey, "base64url");
  expect([point.length, point[0]]).toEqual([65, 4]);
});

it("is retried later when no service answers", async () => {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  const sender = webPushSender(secrets, undefined);
  expect(await sender.send({ endpoint: "https://127.0.0.1:1/x", ...keys }, "{}")).toBe("later");
});

it.each([
  [404, "gone"],
  [410, "gone"],
  [403, "refused"],
  [429, "later"],
  [503, "later"],
])("takes %i for %s", (status, outcome) => {
  expect(outcomeOf(new webPush.WebPushError("no", status, {}, "", "https://127.0.0.1/x"))).toBe(outcome);
});
