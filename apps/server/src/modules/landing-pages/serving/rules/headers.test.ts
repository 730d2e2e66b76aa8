import { expect, test } from "vitest";
import { pagePolicy } from "./headers.ts";

const partsOf = (policy: string) =>
  new Map(policy.split("; ").map((part) => [part.split(" ", 1)[0], part.split(" ").slice(1)]));

test.each([true, false])(
  "beside the web app a page has an origin of its own: tracking code reaches no token (%s)",
  (hasTracking) => {
    const sandbox = partsOf(pagePolicy({ hasTracking, ownOrigin: false })).get("sandbox");
    expect(sandbox).toContain("allow-scripts");
    // With either of these a script would read the web app's storage or lead its window elsewhere.
    expect(sandbox).not.toContain("allow-same-origin");
    expect(sandbox?.filter((word) => word.startsWith("allow-top-navigation"))).toEqual([]);
  },
);

test.each([true, false])(
  "no page is framed, moves its base, sends its form elsewhere or loads by plain HTTP (%s)",
  (hasTracking) => {
    const parts = partsOf(pagePolicy({ hasTracking, ownOrigin: true }));
    expect(parts.get("default-src")).toEqual(["'none'"]);
    expect(parts.get("frame-ancestors")).toEqual(["'none'"]);
    expect(parts.get("base-uri")).toEqual(["'none'"]);
    expect(parts.get("form-action")).toEqual(["'self'"]);
    const sources = [...parts.values()].flat();
    expect(sources.filter((source) => source === "*" || source === "http:" || source === "'unsafe-eval'")).toEqual([]);
  },
);

test("without tracking code only the page's own script runs", () => {
  expect(partsOf(pagePolicy({ hasTracking: false, ownOrigin: true })).get("script-src")).toEqual(["'self'"]);
});
