import { lazy } from "react";

/** Whether the person gets the figures of each week by mail; for a tab of the account settings. */
export const WeeklyMail = lazy(() =>
  import("./components/weekly-mail.tsx").then((part) => ({ default: part.WeeklyMail })),
);
