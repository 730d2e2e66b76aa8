import { AppError } from "#platform/errors/app-error";

/**
 * Runs the save of a row whose id its caller may propose. Such ids are unique in the whole product: an index
 * `<table>_identity` on the id alone holds that. An id that is taken in an organisation out of sight is refused with
 * `refusal`, which must be what the save throws for an id taken within sight. Somebody who sent the same twice at once has
 * the save tried once more: it finds its own row then.
 */
export async function refusingTakenId<Result>(refusal: AppError, save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!isTakenId(error)) throw error;
  }
  try {
    return await save();
  } catch (error) {
    throw isTakenId(error) ? refusal : error;
  }
}

/** The usual refusal of a proposed id that is taken. */
export function takenId(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

function isTakenId(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && (constraint?.endsWith("_identity") ?? false);
}
