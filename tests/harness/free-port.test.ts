import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

/** The first port that Linux assigns by default. */
const firstOfSystem = 32_768;

test("a port is given to one test only, and is outside the range that the system assigns from", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(firstOfSystem);
});
