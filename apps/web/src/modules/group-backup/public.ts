import { lazy } from "react";

/** A branch's group chats as the backup service keeps them: what they are read with, and reading them. */
export const GroupBackup = lazy(() =>
  import("./components/group-backup.tsx").then(({ GroupBackup }) => ({ default: GroupBackup })),
);
