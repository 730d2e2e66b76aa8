/**
 * Runs a save whose unique indexes decide races. The loser is retried once: the winner's row
 * is visible then, so that the save itself reports the taken name, or finds another code.
 */
export async function refusingTakenNames<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const isRace = code === "23505" && ["role_name", "role_code", "role_pkey"].includes(constraint ?? "");
    if (!isRace) throw error;
    return save();
  }
}
