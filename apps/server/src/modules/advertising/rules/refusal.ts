import { AppError } from "#platform/errors/app-error";
import { AdPlatformFailure } from "../port.ts";

type Refusals = "META_UNAVAILABLE" | "META_REFUSED" | "VOLCENGINE_UNAVAILABLE" | "VOLCENGINE_REFUSED";

/** Runs calls to a platform; turns its failures into refusals with a code of the contract. */
export async function orRefusal<Result>(
  work: () => Promise<Result>,
  { passing, lasting }: Readonly<Record<"passing" | "lasting", Refusals>>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    const passes = error.reason === "unavailable" || error.reason === "rateLimited";
    throw new AppError(passes ? passing : lasting, {}, { cause: error });
  }
}
