import type { Field } from "../rules/problems.ts";
import type { Registration } from "./use-registration.ts";

/** The parts of the form that each step gets. */
export interface StepProps extends Pick<Registration, "draft" | "change"> {
  problemAt: (field: Field) => string | undefined;
}
