import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "./parse.ts";
import { split } from "./split.ts";

const received = new Date("2026-11-23T03:00:00Z");

interface Expected {
  /** `name:*` stands for an id that ends in a hash. */
  eventId: string;
  phoneNumberId?: string;
  accountWide?: boolean;
  events: unknown[];
}

interface Fixture {
  description: string;
  body: unknown;
  expected: Expected[];
}

const folder = new URL("fixtures/", import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name): [string, Fixture] => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);

describe("the corpus of webhook bodies", () => {
  test("is there", () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(40);
  });

  test.each(fixtures)("%s", (_name, { body, expected }) => {
    const { events, leftovers } = split(body, received);
    const told = [...events, ...leftovers].map(({ eventId, phoneNumberId, accountWide, payload }) => ({
      eventId: eventId.replace(/:[0-9a-f]{64}$/, ":*"),
      ...(phoneNumberId !== undefined && { phoneNumberId }),
      ...(accountWide && { accountWide }),
      // As it comes back from the database.
      events: asJson(parse(asJson(payload))),
    }));
    expect(told).toEqual(expected);
  });

  test.each(fixtures)("%s: only storable values are stored", (_name, { body }) => {
    const { events, leftovers } = split(body, received);
    const text = JSON.stringify([...events, ...leftovers]);
    expect(text).not.toContain("\\u0000");
    expect(text).not.toMatch(/\\ud[89a-f]/);
  });
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
