import { AppError, type FieldFault } from "#platform/errors/app-error";
import { sqlState } from "./failures.ts";

/** Runs work in which a unique index may refuse a second record of the same name. Throws the refusal as an error of the field. */
export async function refusingDuplicate<Result>(
  { field = "name", error: name }: { field?: string; error: FieldFault["name"] },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw new AppError(name, {}, { fields: [{ field, name }] });
  }
}
