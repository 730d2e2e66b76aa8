import { v7 } from "uuid";
import { expect, test } from "vitest";
import { writeCursor } from "./cursor.ts";
import { afterNewest } from "./newest-first.ts";

test("a cursor without a time is refused", () => {
  const cursor = writeCursor({ value: null, id: v7() });
  expect(() => afterNewest(cursor, "created_at", "id")).toThrow(expect.objectContaining({ code: "DATA_FORMAT_ERROR" }));
});
