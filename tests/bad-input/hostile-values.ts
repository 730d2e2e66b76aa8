import type { Endpoint } from "@homeroom/contract/endpoint";
import { z } from "zod";

/** Too large for any field. */
export const hugeValues: readonly unknown[] = ["x".repeat(100_000), Array.from({ length: 5000 }, () => "a")];

/** Values that people and programs send where something else belongs. */
export const hostileValues: readonly unknown[] = [
  null,
  "",
  " ",
  ...hugeValues,
  "'; drop table lead; --",
  "%_\\",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "\u0000",
  "\ud800 \ufffe",
  "१२३ 👩‍👩‍👧 \u202e",
  "{{7*7}}${7*7}",
  "-1",
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: { prototype: { admin: true } } },
  "01900000-0000-7000-8000-000000000000",
  "2026-02-30",
];

/** Names of the top-level fields of an endpoint's request. */
export function fieldsOf({ request }: Endpoint): string[] {
  const described = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
  return Object.keys(described.properties ?? {});
}

/** Signs of our insides in an answer: stack frames, SQL, files, drivers. */
export const insides =
  /\bat .+:\d+:\d+|node_modules|\.ts\b|\b(select|insert|update|delete)\b .+\b(from|into|set)\b|syntax error|relation "|column "|violates|invalid input syntax|pg_|postgres|kysely|zod|\/apps\//i;
