import { expect, test } from "vitest";
import { allEndpoints } from "./all-endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { UploadedFile } from "./file.ts";
import { fieldsOf } from "./schema-fields.ts";

test("every upload that stores a file answers with all fields of a file", () => {
  const wanted = Object.keys(UploadedFile.shape).filter((field) => field !== "width" && field !== "height");
  const endpoints = Object.values(allEndpoints).flatMap((calls): Endpoint[] => Object.values(calls));
  const stored = endpoints
    .filter(({ body, response }) => body === "file" && "fileID" in fieldsOf(response))
    .map(({ path, response }) => ({ path, missing: wanted.filter((field) => !(field in fieldsOf(response))) }));
  expect(stored.length).toBeGreaterThan(15);
  expect(stored.filter(({ missing }) => missing.length > 0)).toEqual([]);
});
