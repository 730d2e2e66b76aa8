import { lazy } from "react";

/** The subscription to the weekly figures by mail, for a tab of the account settings. */
export const WeeklyMail = lazy(() =>
  import("./components/weekly-mail.tsx").then((part) => ({ default: part.WeeklyMail })),
);
