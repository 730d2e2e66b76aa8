import { expect, test } from "vitest";
import { webhookAnswerText } from "./webhook-answer.ts";

test.each([
  [200, "", "status"],
  [404, "", "status"],
  [301, "", "redirected"],
  [null, "ENOTFOUND", "noAddress"],
  [null, "ECONNREFUSED", "notListening"],
  [null, "TIMEOUT", "tooSlow"],
  [null, "EACCES", "notAllowed"],
  [null, "CERT_HAS_EXPIRED", "certificate"],
  [null, "DEPTH_ZERO_SELF_SIGNED_CERT", "certificate"],
  [null, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate"],
  [null, "ERR_TLS_CERT_ALTNAME_INVALID", "certificate"],
  [null, "ECONNRESET", "notReached"],
])("an answer of %s %s is said as %s", (status, problem, text) => {
  expect(webhookAnswerText({ status, problem })).toBe(text);
});
