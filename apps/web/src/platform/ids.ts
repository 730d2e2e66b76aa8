import { v7 } from "uuid";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * A text as an id, for example a part of the address; undefined if it is not one. The contract's schemas check the same, but
 * would load the schema library on pages that must appear at once.
 */
export function readId<Id extends string>(text: unknown): Id | undefined {
  return typeof text === "string" && uuid.test(text) ? (text as Id) : undefined;
}

/** A new id, ordered by time of creation. It makes a create safe to repeat. */
export function newId<Id extends string>(): Id {
  return v7() as Id;
}
