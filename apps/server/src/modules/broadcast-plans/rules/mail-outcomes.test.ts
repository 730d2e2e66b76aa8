import { expect, test } from "vitest";
import { SmtpFailure } from "#platform/mail/smtp-account";
import { outcomeOf } from "./mail-outcomes.ts";

const answered = (reason: "receiver" | "refused" | "signIn" | "sender", responseCode: number, answer: string) =>
  new SmtpFailure(reason, { answer, cause: { responseCode } });

test.each([
  { what: "nobody has the address", failure: answered("receiver", 550, "550 5.1.1 No such user here"), stops: true },
  { what: "without an enhanced code", failure: answered("receiver", 550, "550 User unknown"), stops: true },
])("an address is stopped: $what", ({ failure, stops }) => {
  const outcome = outcomeOf(failure, { id: 1, tries: 1 });
  expect(outcome).toMatchObject({ id: 1, state: "failed", reason: "mailboxUnknown", stopsAddress: stops });
});

test.each([
  { what: "a full mailbox", failure: answered("receiver", 552, "552 5.2.2 Mailbox full"), reason: "mailboxFull" },
  {
    what: "our reputation",
    failure: answered("receiver", 550, "550 5.7.1 Blocked, user unknown"),
    reason: "mailRefused",
  },
  { what: "the text itself", failure: answered("refused", 554, "554 5.7.1 Spam"), reason: "mailRefused" },
])("an address is not stopped: $what", ({ failure, reason }) => {
  const outcome = outcomeOf(failure, { id: 1, tries: 1 });
  expect(outcome).toMatchObject({ state: "failed", reason });
  expect(outcome.stopsAddress).toBeUndefined();
});

test("a deferred mail waits longer each time, and finally fails", () => {
  const later = answered("receiver", 451, "451 4.7.1 Try later");
  expect([1, 2, 3, 4, 5].map((tries) => outcomeOf(later, { id: 1, tries }).waitSeconds)).toEqual([
    60,
    240,
    960,
    3840,
    undefined,
  ]);
  expect(outcomeOf(later, { id: 1, tries: 5 })).toMatchObject({ state: "failed", reason: "mailRefused" });
});

test("a mail is unsure if the connection broke during sending, but not if there was none", () => {
  const broken = new SmtpFailure("unreachable", { cause: { code: "ECONNECTION", command: "CONN" } });
  const refused = new SmtpFailure("unreachable", { cause: { code: "ESOCKET", syscall: "connect" } });
  expect(outcomeOf(broken, { id: 1, tries: 1 }).state).toBe("unsure");
  expect(outcomeOf(refused, { id: 1, tries: 1 })).toMatchObject({ state: "waiting", isServerDown: true });
});

test.each([
  answered("signIn", 454, "454 4.7.0 Temporary authentication failure"),
  answered("sender", 421, "421 4.3.0 Too busy"),
  answered("sender", 451, "451 4.3.0 Try later"),
])("our account is put off and not refused: $answer", (failure) => {
  const outcomes = [1, 2, 3, 4, 5].map((tries) => outcomeOf(failure, { id: 1, tries }));
  expect(outcomes.map(({ waitSeconds }) => waitSeconds)).toEqual([60, 240, 960, 3840, 3840]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ state: "waiting", isServerDown: true });
    expect(outcome.isAccountRefused).toBeUndefined();
  }
});

test.each([
  answered("receiver", 550, "550 5.4.5 Daily user sending limit exceeded"),
  answered("refused", 550, "550-5.4.5 Daily sending quota exceeded"),
  answered("sender", 550, "550 5.4.5 Daily user sending limit exceeded"),
])("a day's limit that is used up fails nobody: $answer, $reason", (failure) => {
  const outcome = outcomeOf(failure, { id: 1, tries: 1 });
  expect(outcome).toMatchObject({ state: "waiting", isServerDown: true, waitSeconds: 60, serverFailure: "usedUp" });
  expect(outcome.isAccountRefused).toBeUndefined();
});

test("a permanently refused sender ends all attempts", () => {
  const refused = answered("sender", 553, "553 5.7.1 Sender address rejected");
  expect(outcomeOf(refused, { id: 1, tries: 1 })).toMatchObject({ isServerDown: true, isAccountRefused: true });
});

test("a wrong password ends all attempts", () => {
  const outcome = outcomeOf(answered("signIn", 535, "535 5.7.8 no"), { id: 1, tries: 1 });
  const refused = { isServerDown: true, isAccountRefused: true, serverFailure: "signIn" };
  expect(outcome).toMatchObject({ state: "waiting", ...refused });
});

test.each([
  { what: "a connection", facts: { code: "ETIMEDOUT", timeoutType: "CONNECT_TIMEOUT" } },
  { what: "a greeting", facts: { code: "ETIMEDOUT", timeoutType: "GREETING_TIMEOUT" } },
  { what: "a handshake", facts: { code: "ETIMEDOUT", timeoutType: "UPGRADE_TIMEOUT" } },
])("a mail whose server never came to $what waits, and is not unsure", ({ facts }) => {
  const failure = new SmtpFailure("timeout", { cause: { ...facts, command: "CONN" } });
  expect(outcomeOf(failure, { id: 1, tries: 1 })).toMatchObject({ state: "waiting", isServerDown: true });
});

test("a mail sent to a server that stopped answering is unsure", () => {
  const facts = { code: "ETIMEDOUT", timeoutType: "SOCKET_TIMEOUT", command: "CONN" };
  expect(outcomeOf(new SmtpFailure("timeout", { cause: facts }), { id: 1, tries: 1 }).state).toBe("unsure");
});

test.each([
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])("a server's wrong certificate stops the plan and leaves no mail unsure: %s", (originalCode) => {
  const cause = { code: "ESOCKET", command: "CONN", originalCode };
  const outcome = outcomeOf(new SmtpFailure("encryption", { cause }), { id: 1, tries: 1 });
  expect(outcome).toMatchObject({ state: "waiting", isServerDown: true, isAccountRefused: true });
});

test.each([
  { answer: "554 5.7.1 No service for you", wanted: { isAccountRefused: true } },
  { answer: "421 4.3.2 Too many connections", wanted: { waitSeconds: 3840 } },
])("a server that refuses our connection fails nobody: $answer", ({ answer, wanted }) => {
  const cause = { code: "EPROTOCOL", command: "CONN", responseCode: Number(answer.slice(0, 3)) };
  const outcome = outcomeOf(new SmtpFailure("refused", { answer, cause }), { id: 1, tries: 5 });
  expect(outcome).toMatchObject({ state: "waiting", isServerDown: true, ...wanted });
});
