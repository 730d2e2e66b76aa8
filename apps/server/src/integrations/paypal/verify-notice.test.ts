import { expect, test } from "vitest";
import type { PaypalCall } from "./client.ts";
import { verifyNotice } from "./verify-notice.ts";

const given: Record<string, string> = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
  "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
  "paypal-transmission-sig": "sig",
  "paypal-transmission-time": "2016-02-18T20:01:35Z",
};

async function verify(body: string, headers = given, status = "SUCCESS") {
  const asked: PaypalCall[] = [];
  const client = {
    call: async (_values: object, call: PaypalCall) => {
      asked.push(call);
      return { verification_status: status };
    },
  };
  const notice = { body: Buffer.from(body), header: (name: string) => headers[name] ?? "" };
  const outcome = await verifyNotice(client, { webhookID: "WH" }, notice).then(
    () => "believed",
    ({ reason, code }: { reason: string; code: string }) => `${reason} ${code}`,
  );
  return { outcome, asked };
}

test("PayPal verifies the event as it arrived", async () => {
  const event = '{"id":"WH-1","amount":1.00,"text":"\\u4e2d"}';
  const { outcome, asked } = await verify(event);
  expect(outcome).toBe("believed");
  expect(asked[0]?.path).toBe("/v1/notifications/verify-webhook-signature");
  const body = asked[0]?.body as string;
  expect(body).toContain(`"webhook_event":${event}}`);
  expect(JSON.parse(body)).toMatchObject({ webhook_id: "WH", transmission_id: given["paypal-transmission-id"] });
});

test("foreign and unsigned notices are refused", async () => {
  expect((await verify("{}", given, "FAILURE")).outcome).toBe("refused forged");
  const { outcome, asked } = await verify("{}", { ...given, "paypal-transmission-sig": "" });
  expect([outcome, asked]).toEqual(["refused notSigned", []]);
});

test.each(["+a/b==", "/9c="])("PayPal is asked about a signature that begins as %s does", async (signature) => {
  expect((await verify("{}", { ...given, "paypal-transmission-sig": signature })).outcome).toBe("believed");
});

test("an event cannot add fields to the verification", async () => {
  const { outcome, asked } = await verify('{},"webhook_id":"theirs","more":{}');
  expect([outcome, asked]).toEqual(["refused unreadable", []]);
});
