import { expect, test } from "vitest";
import { listRequest } from "./list-request.ts";

test("filters become a request, and invalid values are ignored", () => {
  const values = { keywords: [" 停課 "], publishStatus: ["1", "7", "-1"], type: ["event", "spam"], level: ["loud"] };
  expect(listRequest(values)).toEqual({ keywords: "停課", publishStatus: [1, -1], type: ["event"] });
  expect(listRequest({})).toEqual({});
});
