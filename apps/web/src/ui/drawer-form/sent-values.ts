import { fieldsOf } from "@homeroom/contract/schema-fields";
import type { z } from "zod";

/**
 * What a form sends. A choice that was cleared is sent as null, where the schema takes it: a field that is left out of an
 * edit keeps its stored value.
 */
export function sentValues(schema: z.ZodType, initial: object, held: object): object {
  const fields = fieldsOf(schema);
  const before = initial as Record<string, unknown>;
  const cleared = Object.entries(held).filter(
    ([name, value]) => value === undefined && before[name] != null && fields[name]?.safeParse(null).success,
  );
  return { ...initial, ...held, ...Object.fromEntries(cleared.map(([name]) => [name, null])) };
}
