import { AppError } from "#platform/errors/app-error";

/**
 * Throws STALE_DATA when somebody has saved a record since the version that a form names. The record must be locked. A form
 * without a version overwrites what is there.
 */
export function requireVersion(held: { readonly version: number }, version: number | undefined): void {
  if (version !== undefined && version !== held.version) throw new AppError("STALE_DATA");
}
