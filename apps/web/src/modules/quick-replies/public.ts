import { lazy } from "react";

export type { ReplyPickerHandle } from "./components/reply-picker.tsx";
export { fillVariables } from "./rules/fill-variables.ts";

/** The quick replies that match the input, to insert into a message. */
export const ReplyPicker = lazy(() =>
  import("./components/reply-picker.tsx").then(({ ReplyPicker }) => ({ default: ReplyPicker })),
);
