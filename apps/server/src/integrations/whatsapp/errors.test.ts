import { failureReasons } from "@homeroom/contract/failure-reasons";
import { describe, expect, test } from "vitest";
import { classify, withoutSecrets } from "./errors.ts";

const codes: [codes: number[], errorClass: string, stops: string][] = [
  [[0, 190, 3, 10, 200, 250, 299, 131005], "reauthorise", "channel"],
  [[1, 2, 131000, 131016, 133004, 131052, 131053], "retryable", "message"],
  [[131057], "retryable", "channel"],
  [[4, 17, 80007, 613, 130429, 133016, 133000, 133015], "rate-limited", "channel"],
  [[131056], "rate-limited", "recipient"],
  [[131064], "rate-limited", "message"],
  [[131049, 131050, 130472, 131026], "permanent", "recipient"],
  [[131047, 131048, 131021, 131030, 131008, 131009, 100, 33, 131051, 131062, 131063], "permanent", "message"],
  [[131031, 368, 130497, 131037, 131042, 131045, 133010], "permanent", "channel"],
  [[132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069], "permanent", "message"],
];

describe("the classification of failures", () => {
  test.each(codes.flatMap(([list, errorClass, stops]) => list.map((code) => [code, errorClass, stops] as const)))(
    "%i is %s and stops the %s",
    (code, errorClass, stops) => {
      const error = classify({ code, detail: "" });
      expect(error).toMatchObject({ class: errorClass, stops, code: String(code) });
      expect(failureReasons).toContain(error.reason);
      expect(error.reason).not.toBe("unknown");
    },
  );

  test.each([
    [{ httpStatus: 500 }, "retryable", "providerUnavailable"],
    [{ httpStatus: 503 }, "retryable", "providerUnavailable"],
    [{ httpStatus: 401 }, "reauthorise", "tokenExpired"],
    [{ httpStatus: 403 }, "reauthorise", "permissionMissing"],
    [{ httpStatus: 429 }, "rate-limited", "sendingTooFast"],
    [{ httpStatus: 400 }, "permanent", "unknown"],
    [{ httpStatus: 400, transient: true }, "retryable", "providerUnavailable"],
  ])("an unknown code goes by its answer: %j", (answer, errorClass, reason) => {
    expect(classify({ code: 999_999, detail: "", ...answer })).toMatchObject({ class: errorClass, reason });
    expect(classify({ code: undefined, detail: "", ...answer }).code).toBe(`http-${answer.httpStatus}`);
  });

  test("the code takes precedence over the HTTP status", () => {
    expect(classify({ code: 131026, detail: "", httpStatus: 500 }).reason).toBe("notOnWhatsApp");
  });

  test("waits as long as the rule or the answer requires, whichever is longer", () => {
    expect(classify({ code: 131056, detail: "" }).retryAfterMs).toBe(6_000);
    expect(classify({ code: 130429, detail: "", retryAfterMs: 90_000 }).retryAfterMs).toBe(90_000);
    expect(classify({ code: 131049, detail: "", retryAfterMs: 1_000 }).retryAfterMs).toBe(24 * 3_600_000);
    expect(classify({ code: 131047, detail: "" })).not.toHaveProperty("retryAfterMs");
  });
});

describe("the provider's message", () => {
  test.each([
    ["Error validating access token: EAAGm0PX4ZCpsBAKZC9xyz failed", "EAAGm0PX4ZCpsBAKZC9xyz"],
    ["see https://graph.test/x?access_token=abc123&fields=id", "abc123"],
    ['{"access_token":"s3cr3t-value"}', "s3cr3t-value"],
    ["Authorization: Bearer abcdefgh12345678 was refused", "abcdefgh12345678"],
    ["demo token my-own-token in the text", "my-own-token"],
  ])("lose their secrets: %s", (text, secret) => {
    expect(withoutSecrets(text, ["my-own-token"])).not.toContain(secret);
  });

  test("is unchanged without a token, and shortened", () => {
    const text = "(#132000) Number of parameters does not match: body: number of localizable_params (1) does not match";
    expect(withoutSecrets(text)).toBe(text);
    expect(withoutSecrets("x".repeat(9_000))).toHaveLength(500);
  });
});
