import type { Field } from "../rules/problems.ts";
import type { Registration } from "./use-registration.ts";

/** What each step is given of the form. */
export interface StepProps extends Pick<Registration, "draft" | "change"> {
  problemAt: (field: Field) => string | undefined;
}
