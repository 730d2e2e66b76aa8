/** Reads the TXT records of a name, each joined; none if the name does not exist. Rejects if DNS does not answer. */
export type TextLookup = (name: string) => Promise<string[]>;
