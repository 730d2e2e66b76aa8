import { AppError } from "#platform/errors/app-error";

/** Turns a violation of the unique retailer ID into its own error. */
export async function refusingTakenRetailerId<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint !== "product_retailer_id") throw error;
    const name = "PRODUCT_RETAILER_ID_TAKEN";
    throw new AppError(name, {}, { fields: [{ field: "retailerID", name }] });
  }
}
