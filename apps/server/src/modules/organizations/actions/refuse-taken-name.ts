import { AppError } from "#platform/errors/app-error";

/** Runs a save. Throws BRANCH_NAME_EXISTS at the field if another branch has the name (ignoring case). */
export async function refusingTakenName<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint !== "branch_name") throw error;
    throw new AppError("BRANCH_NAME_EXISTS", {}, { fields: [{ field: "name", name: "BRANCH_NAME_EXISTS" }] });
  }
}
