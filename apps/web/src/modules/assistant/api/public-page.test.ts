import { gpt } from "@homeroom/contract/gpt";
import { expect, test } from "vitest";
import { ask, profile } from "./public-page.ts";

test("the calls of the public page are the contract's", () => {
  for (const [written, declared] of [
    [profile, gpt.profile],
    [ask, gpt.ask],
  ] as const) {
    const { method, path, body, answer } = declared;
    expect(written).toEqual({ method, path, body, answer });
  }
});
