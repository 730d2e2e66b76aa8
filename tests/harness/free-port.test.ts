import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

/** The first port that Linux hands out by itself, unless it is told otherwise. */
const firstOfSystem = 32_768;

test("a port is given to one test alone, and is none of those that the system gives to others", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(firstOfSystem);
});
