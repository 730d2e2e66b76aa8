import { AppError, type FieldFault } from "./app-error.ts";

/** The fault of an empty field that a rule beyond the endpoint's schema requires. */
export function missingField(field: string): FieldFault {
  return { field, name: "FIELD_INVALID", isMissing: true };
}

/** Throws the first fault's error, with all faults by field; does nothing when there are none. */
export function refuseFaults(faults: readonly FieldFault[]): void {
  const first = faults.find(({ name }) => name !== "FIELD_INVALID") ?? faults[0];
  if (first) throw new AppError(first.name, first.data, { fields: faults });
}
