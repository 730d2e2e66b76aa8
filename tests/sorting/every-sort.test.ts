import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { bareSchema, fieldsOf } from "@homeroom/contract/schema-fields";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sendCall } from "../harness/send-call.ts";
import { createWorld, type World } from "../isolation/world.ts";

/** Every list and export that can be sorted, by every key and in both orders, as the contract names them. */
const sorted = Object.entries(allEndpoints).flatMap(([module, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) => {
    const field = fieldsOf(endpoint.request)["sortBy"];
    return (field ? keysOf(field) : []).flatMap((sortBy) =>
      (["asc", "desc"] as const).map((sortOrder) => ({ call: `${module}.${name}`, endpoint, sortBy, sortOrder })),
    );
  }),
);

function keysOf(field: z.ZodType): string[] {
  const bare = bareSchema(field);
  return bare instanceof z.ZodEnum ? bare.options.map(String) : [];
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("there are sorted lists and exports", () => {
  expect(new Set(sorted.map(({ call }) => call)).size).toBeGreaterThan(3);
});

test.each(sorted)("$call by $sortBy $sortOrder", async ({ endpoint, sortBy, sortOrder }) => {
  const { status, text } = await sendCall(world.url, endpoint, { sortBy, sortOrder }, { token: world.owner.token });
  expect({ status, failed: text.startsWith('{"success":false') }).toEqual({ status: 200, failed: false });
});
