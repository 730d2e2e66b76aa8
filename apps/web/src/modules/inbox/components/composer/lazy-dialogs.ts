import { lazy } from "react";

/** Dialogs and fields that load when they are first opened. */
export const ScheduleDialog = lazy(() =>
  import("./schedule-dialog.tsx").then(({ ScheduleDialog }) => ({ default: ScheduleDialog })),
);

export const NoteWriter = lazy(() => import("./note-writer.tsx").then(({ NoteWriter }) => ({ default: NoteWriter })));
