import { lazy } from "react";

/** A branch's group chats in the backup service: the credentials, and the chats. */
export const GroupBackup = lazy(() =>
  import("./components/group-backup.tsx").then(({ GroupBackup }) => ({ default: GroupBackup })),
);
