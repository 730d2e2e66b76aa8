import { AppError, type FieldFault } from "./app-error.ts";

/** The fault of a field that is empty, where a rule besides the endpoint's asks for it. */
export function missingField(field: string): FieldFault {
  return { field, name: "FIELD_INVALID", isMissing: true };
}

/** Throws the first fault's error with all of them by field; does nothing when there is none. */
export function refuseFaults(faults: readonly FieldFault[]): void {
  const first = faults.find(({ name }) => name !== "FIELD_INVALID") ?? faults[0];
  if (first) throw new AppError(first.name, first.data, { fields: faults });
}
