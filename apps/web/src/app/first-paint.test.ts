// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { createPreferences } from "#platform/preferences.ts";

const script = readFileSync(`${import.meta.dirname}/../../public/first-paint.js`, "utf8");

afterEach(() => {
  localStorage.clear();
  globalThis.homeroomFirstCalls = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([null, "zh-tw", "zh-TW", "zh-cn", "zh-CN", "en", "EN", "fr", ""])(
  "sends its calls in the app's language if %j is stored",
  (language) => {
    if (language !== null) localStorage.setItem("language", language);
    localStorage.setItem("accessToken", "t");
    localStorage.setItem(
      "firstCalls",
      JSON.stringify({ "*": [JSON.stringify(["POST", "/api_users/Member/User", null])] }),
    );
    vi.stubGlobal("fetch", async () => new Response("{}"));
    vi.spyOn(document, "currentScript", "get").mockReturnValue(document.createElement("script"));
    runInThisContext(script);
    expect(globalThis.homeroomFirstCalls).toMatchObject([{ language: createPreferences(localStorage).get().language }]);
  },
);
