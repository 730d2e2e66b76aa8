import { AppError } from "#platform/errors/app-error";

/**
 * Runs the save of a row whose id the caller may propose. Such ids are unique in the whole product: an index
 * `<table>_identity` on the id alone ensures that. An id that another organisation has taken is refused with
 * `refusal`, which must be the same as for an id taken in the caller's own. When the same call arrives twice at once,
 * the save runs once more and finds its own row.
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
