import { describe, expect, it, test } from "vitest";
import { confirmationAddress, readMailNotices, recipientOfMail } from "./mail-notices.ts";

const ours = "homeroom.7.42@school.test";
const ses = (message: object) => JSON.stringify({ Type: "Notification", Message: JSON.stringify(message) });
const dsn = (status: string, action = "failed") => `From: mailer-daemon@mx.test
Content-Type: multipart/report; report-type=delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; Gone@Example.test
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status}
 nobody here

Message-ID: <${ours}>
`;

describe("stopped addresses", () => {
  it.each([
    [
      "Amazon SES",
      ses({
        notificationType: "Bounce",
        bounce: {
          bounceType: "Permanent",
          bouncedRecipients: [{ emailAddress: "Gone@example.test", status: "5.1.1" }],
        },
        mail: { commonHeaders: { messageId: `<${ours}>` } },
      }),
    ],
    [
      "SendGrid",
      JSON.stringify([
        { event: "bounce", type: "bounce", email: "gone@example.test", status: "5.1.1", "smtp-id": `<${ours}>` },
      ]),
    ],
    [
      "Mailgun",
      JSON.stringify({
        signature: {},
        "event-data": {
          ...{ event: "failed", severity: "permanent", recipient: "gone@example.test" },
          ...{ "delivery-status": { message: "5.1.1 unknown" }, message: { headers: { "message-id": ours } } },
        },
      }),
    ],
    ["Brevo", JSON.stringify({ event: "hard_bounce", email: "gone@example.test", "message-id": `<${ours}>` })],
    ["a mail that came back", dsn("5.1.1")],
  ])("%s", (_from, body) => {
    const [notice, ...others] = readMailNotices(body);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: "bounced", address: "gone@example.test", messageId: ours });
  });

  it.each([
    [
      "Amazon SES",
      ses({ eventType: "Complaint", complaint: { complainedRecipients: [{ emailAddress: "a@b.test" }] } }),
    ],
    ["SendGrid", JSON.stringify([{ event: "spamreport", email: "a@b.test" }])],
    ["Mailgun", JSON.stringify({ "event-data": { event: "complained", recipient: "a@b.test" } })],
    ["Brevo", JSON.stringify({ event: "spam", email: "a@b.test" })],
    ["a complaint as a mail", "Feedback-Type: abuse\nOriginal-Rcpt-To: <a@b.test>\n"],
  ])("a reader who complained by %s", (_from, body) => {
    expect(readMailNotices(body)).toMatchObject([{ kind: "complained", address: "a@b.test" }]);
  });
});

test.each([
  ["a delay", dsn("4.4.1", "delayed")],
  ["a full mailbox", dsn("5.2.2")],
  ["our own reputation", dsn("5.7.1")],
  [
    "a permanent bounce whose code says that it is not",
    ses({
      notificationType: "Bounce",
      bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: "a@b.test", status: "4.2.0" }] },
    }),
  ],
  ["a blocked mail", JSON.stringify([{ event: "bounce", type: "blocked", email: "a@b.test" }])],
  ["a delivery", JSON.stringify([{ event: "delivered", email: "a@b.test" }])],
  ["an absent person's answer", "Subject: Out of office\nAuto-Submitted: auto-replied\n\nBack on Monday. 5.1.1"],
  ["nonsense", "\u0000{]"],
  ["null", "null"],
  ["no address", JSON.stringify([{ event: "bounce", email: { a: 1 } }])],
])("%s stops nobody", (_what, body) => expect(readMailNotices(body)).toEqual([]));

test.each([
  ["an address without an end", `Final-Recipient: ${"a".repeat(2_000_000)}\nAction: failed\nStatus: 5.1.1\n`],
  ["a field of many lines", `Final-Recipient: ${"a\n ".repeat(700_000)}\nAction: failed\nStatus: 5.1.1\n`],
  ["the beginning of our Message-IDs", "<homeroom.1.1@".repeat(140_000)],
  ["the beginning of many reports", "Final-Recipient:\n".repeat(110_000)],
])("two megabytes of %s are read at once and stop nobody", (_what, body) => {
  expect(readMailNotices(body)).toEqual([]);
});

test("a subscription is confirmed at Amazon only", () => {
  const asked = (SubscribeURL: string) =>
    confirmationAddress(JSON.stringify({ Type: "SubscriptionConfirmation", SubscribeURL }));
  const amazon = "https://sns.ap-northeast-1.amazonaws.com/?Action=ConfirmSubscription&Token=x";
  expect(asked(amazon)).toBe(amazon);
  expect(asked("https://sns.evil.test/?x=.amazonaws.com")).toBeNull();
  expect(asked("http://sns.us-east-1.amazonaws.com/")).toBeNull();
});

test("a Message-ID of ours names plan and recipient", () => {
  expect(recipientOfMail(ours)).toEqual({ plan: 7, recipient: 42 });
  expect(recipientOfMail("abc@school.test")).toBeNull();
});
