import { v7 } from "uuid";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The id that a text is, for example a part of the address; undefined when it is none. The contract's schemas check the
 * same, but would bring the schema library onto a page that has to be there at once.
 */
export function readId<Id extends string>(text: unknown): Id | undefined {
  return typeof text === "string" && uuid.test(text) ? (text as Id) : undefined;
}

/** A new id, ordered by the moment it was made, so that a create can be repeated with it. */
export function newId<Id extends string>(): Id {
  return v7() as Id;
}
