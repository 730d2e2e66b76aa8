import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseAway, sqlState } from "./failures.ts";

const reported = (code: string, cause?: Error) =>
  Object.assign(new pg.DatabaseError("reported by PostgreSQL", 0, "error"), { code, cause });
const ofNode = (code: string) => Object.assign(new Error("reported by Node"), { code });

test("codes of Node are not SQL states, even those of five letters", () => {
  expect(["EPIPE", "EBUSY", "EPERM"].map((code) => sqlState(ofNode(code)))).toEqual([undefined, undefined, undefined]);
  expect(sqlState(reported("23505"))).toBe("23505");
});

test.each(["EPIPE", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN"])(
  "the database is away after %s",
  (code) => {
    expect(isDatabaseAway(ofNode(code))).toBe(true);
  },
);

test.each([
  ["57P01", true],
  ["53300", true],
  ["08006", true],
  ["57014", false],
  ["23505", false],
  ["42P01", false],
])("an error %s of PostgreSQL means that it is away: %s", (code, isAway) => {
  expect(isDatabaseAway(reported(code))).toBe(isAway);
});

test("a statement behind a failed one failed for the same reason", () => {
  expect(isDatabaseAway(reported("25P02", new Error("Connection terminated unexpectedly")))).toBe(true);
  expect(isDatabaseAway(reported("25P02", reported("57P01")))).toBe(true);
  expect(isDatabaseAway(reported("25P02", reported("22012")))).toBe(false);
  expect(isDatabaseAway(reported("25P02"))).toBe(false);
});

test("other errors of Node are not the database's", () => {
  expect(isDatabaseAway(ofNode("EPERM"))).toBe(false);
  expect(isDatabaseAway("EPIPE")).toBe(false);
});
