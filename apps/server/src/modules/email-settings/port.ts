/** Reads the texts that DNS holds for a name, each whole; none when there is no such name. Rejects when DNS does not answer. */
export type TextLookup = (name: string) => Promise<string[]>;
