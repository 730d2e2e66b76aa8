import { describe, expect, it } from "vitest";
import { signBody, toMetaJson } from "./signed-json.ts";

describe("the bytes and signature of a webhook", () => {
  it("escapes non-ASCII characters and slashes like Meta", () => {
    expect(toMetaJson({ x: "café 👋 / <a>" })).toBe('{"x":"caf\\u00e9 \\ud83d\\udc4b \\/ <a>"}');
  });

  it("signs the escaped bytes", () => {
    const body = {
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [{ value: { x: "café 👋 / <a>" }, field: "messages" }] }],
    };
    expect(signBody(toMetaJson(body), "app_secret_123")).toBe(
      "sha256=4515030c36c6f61722695ee3808402804e70db036f13c00dbc1d77231d5a4046",
    );
    expect(signBody('{"object":"whatsapp_business_account","entry":[]}', "app_secret_123")).toBe(
      "sha256=02fe0c96d28c59ddb7cf81eff0ca05809b360ba73b63c28210b5906a0a107d1f",
    );
  });

  it("parses to the same value", () => {
    const value = { text: 'a/b "c" \\ \u2028 中文 \u0007' };
    expect(JSON.parse(toMetaJson(value))).toEqual(value);
  });
});
