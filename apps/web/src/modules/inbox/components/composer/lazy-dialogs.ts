import { lazy } from "react";

/** Dialogues and fields that are fetched when they are first opened. */
export const ScheduleDialog = lazy(() =>
  import("./schedule-dialog.tsx").then(({ ScheduleDialog }) => ({ default: ScheduleDialog })),
);

export const NoteWriter = lazy(() => import("./note-writer.tsx").then(({ NoteWriter }) => ({ default: NoteWriter })));
