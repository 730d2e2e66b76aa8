import { expect, test } from "vitest";
import { differences } from "./actions/record-change.ts";

test("only differences are stored", () => {
  expect(differences({ name: "旺角", sort: 1 }, { name: "太子", sort: 1, status: 0 })).toEqual({
    before: { name: "旺角" },
    after: { name: "太子", status: 0 },
  });
});

test("a secret is stored only as changed, at any depth", () => {
  const { before, after } = differences(
    { passwordHash: "scrypt$1", smtp: { host: "a", password: "old" } },
    { passwordHash: "scrypt$2", smtp: { host: "a", password: "new" }, apiKey: "" },
  );
  expect(JSON.stringify([before, after])).not.toMatch(/scrypt|old|new/);
  expect(after).toEqual({ passwordHash: "•••", smtp: { host: "a", password: "•••" }, apiKey: "" });
});

test("bytes are never kept and long texts are cut", () => {
  const { after } = differences({}, { notes: "長".repeat(5000), picture: Buffer.from("x") });
  expect(String(after.notes)).toHaveLength(2000);
  expect(after.picture).toBe("•••");
});
