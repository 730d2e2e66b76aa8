import { expect, test } from "vitest";
import { logRequest } from "./log-request.ts";

const id = "01900000-0000-7000-8000-000000000001";

test("the address becomes a request", () => {
  const values = {
    keywords: [" 王 "],
    module: ["dept", "lead"],
    operator: [id],
    subject: ["x1"],
    date: ["2026-01-01", ""],
  };
  expect(logRequest(values)).toEqual({
    keywords: "王",
    module: ["lead", "dept"],
    operator: [id],
    subject: "x1",
    startDate: "2026-01-01",
  });
});

test("mistyped values are left out", () => {
  expect(logRequest({ module: ["nothing"], operator: ["1"], date: ["yesterday"], action: ["x"] })).toEqual({});
});
