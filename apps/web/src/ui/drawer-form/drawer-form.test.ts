import { expect, test } from "vitest";
import { z } from "zod";
import { sentValues } from "./drawer-form.tsx";

const schema = z.object({ deptID: z.string().nullable().optional(), notes: z.string().optional(), sort: z.number() });

test("a choice that was cleared is sent as null, so that an edit empties it", () => {
  const initial = { deptID: "d1", notes: "n", sort: 1 };
  expect(sentValues(schema, initial, { deptID: undefined, sort: 2 })).toEqual({ deptID: null, notes: "n", sort: 2 });
});

test("a field that was empty before, or takes no null, is left as it is", () => {
  const initial = { deptID: null, notes: "n", sort: 1 };
  expect(sentValues(schema, initial, { deptID: undefined, notes: undefined, sort: undefined })).toEqual({
    deptID: undefined,
    notes: undefined,
    sort: undefined,
  });
});
