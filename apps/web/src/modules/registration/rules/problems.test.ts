import type { CallFailure } from "@homeroom/contract/client";
import { describe, expect, it } from "vitest";
import { blankDraft, type Draft } from "./draft.ts";
import { firstProblem, placedRefusal, problemsOfStep } from "./problems.ts";

const none = { password: "", confirmpassword: "" };
const draft = (patch: Partial<Draft> = {}): Draft => ({
  ...blankDraft("Asia/Taipei"),
  organizationName: "晨光",
  email: "Mei@school.test",
  codeSentTo: "mei@school.test",
  vCode: "012345",
  consent: true,
  ...patch,
});

describe("a step that is not complete yet", () => {
  it.each([
    [0, { organizationName: "  " }, { organizationName: { key: "required" } }],
    [1, { email: "mei@school" }, { email: { name: "LOGIN_INVALID_EMAIL", message: "" } }],
    [1, { codeSentTo: "" }, { vCode: { key: "codeFirst" } }],
    [1, { vCode: "1234" }, { vCode: { name: "LOGIN_INVALID_VERIFICATION_CODE", message: "" } }],
    [1, { email: "other@school.test" }, { vCode: { key: "codeFirst" } }],
    [1, { phone: "12" }, { phone: { name: "LOGIN_INVALID_PHONE", message: "" } }],
    [1, { phone: "0912-345-678" }, {}],
    [0, {}, {}],
    [1, {}, {}],
  ])("step %i with %j: %j", (step, patch, problems) => {
    expect(problemsOfStep(step, draft(patch), none)).toEqual(problems);
  });

  it.each([
    [{ password: "", confirmpassword: "" }, { password: { name: "LOGIN_PASSWORD_EMPTY", message: "" } }],
    [{ password: "abc", confirmpassword: "abc" }, { password: { name: "LOGIN_BAD_PASSWORD_FORMAT", message: "" } }],
    [
      { password: "Abc123", confirmpassword: "Abc124" },
      { confirmpassword: { name: "LOGIN_PASSWORDS_DIFFER", message: "" } },
    ],
    [{ password: "Abc123", confirmpassword: "Abc123" }, {}],
  ])("the passwords %j: %j", (passwords, problems) => {
    expect(problemsOfStep(2, draft(), passwords)).toEqual(problems);
  });

  it("asks for consent", () => {
    const right = { password: "Abc123", confirmpassword: "Abc123" };
    expect(problemsOfStep(2, draft({ consent: false }), right)).toEqual({ consent: { key: "consent" } });
  });
});

describe("a refusal by the server", () => {
  const failure = (patch: Partial<CallFailure>): CallFailure => ({
    name: null,
    message: "壞了",
    status: 422,
    errors: [],
    details: {},
    traceId: null,
    ...patch,
  });

  it("is shown at the fields that it names, in the first step that has one", () => {
    const { problems, whole } = placedRefusal(
      failure({
        name: "LOGIN_INVALID_VERIFICATION_CODE",
        errors: [
          { field: "VCODE", name: "LOGIN_INVALID_VERIFICATION_CODE", message: "" },
          { field: "location", name: "FIELD_INVALID", message: "最多 255 個字元" },
        ],
      }),
    );
    expect(problems).toEqual({
      vCode: { name: "LOGIN_INVALID_VERIFICATION_CODE", message: "" },
      location: { name: null, message: "最多 255 個字元" },
    });
    expect(whole).toBeNull();
    expect(firstProblem(problems)).toEqual({ step: 0, field: "location" });
  });

  it("is placed by its name if it names no field, and otherwise belongs to the whole form", () => {
    expect(placedRefusal(failure({ name: "LOGIN_EMAIL_REGISTERED" })).problems).toEqual({
      email: { name: "LOGIN_EMAIL_REGISTERED", message: "壞了" },
    });
    expect(placedRefusal(failure({ name: "TOO_MANY_REQUESTS" })).whole).toEqual({
      name: "TOO_MANY_REQUESTS",
      message: "壞了",
    });
    expect(placedRefusal(failure({})).whole).toEqual({ name: null, message: "壞了" });
    expect(firstProblem({})).toBeNull();
  });
});
