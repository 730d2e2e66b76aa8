const keyShape = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Returns the key; throws when it does not have our form, for example when it leaves the folder. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key)) throw new Error("A file key is an organisation id and a file id");
  return key;
}

/** The store has no such file. */
export class MissingFileError extends Error {
  override name = "MissingFileError";
}
