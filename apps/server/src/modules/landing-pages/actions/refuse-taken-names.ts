import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import { AppError } from "#platform/errors/app-error";

const refusals: Readonly<Record<string, { field: string; name: RefusalName }>> = {
  landing_page_name: { field: "name", name: "LANDING_NAME_TAKEN" },
  landing_page_url: { field: "urlName", name: "LANDING_LINK_NAME_EXISTS" },
};

/** Tells a name or URL name that another page has from other faults of the database. */
export async function refusingTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const refusal = code === "23505" && constraint !== undefined ? refusals[constraint] : undefined;
    if (!refusal) throw error;
    throw new AppError(refusal.name, {}, { fields: [refusal] });
  }
}
