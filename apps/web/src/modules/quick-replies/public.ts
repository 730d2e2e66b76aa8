import { lazy } from "react";

export type { ReplyPickerHandle } from "./components/reply-picker.tsx";
export { fillVariables } from "./rules/fill-variables.ts";

/** The quick replies that fit what is being written, to be put into a conversation. */
export const ReplyPicker = lazy(() =>
  import("./components/reply-picker.tsx").then(({ ReplyPicker }) => ({ default: ReplyPicker })),
);
