import { lazy } from "react";

/** The Google lead forms of each branch, and their submissions. */
export const GoogleForms = lazy(() =>
  import("./screens/google-forms.tsx").then(({ GoogleForms }) => ({ default: GoogleForms })),
);

/** The organisation's connection with Volcengine, and which of its advertisers are fetched. */
export const VolcengineSettings = lazy(() =>
  import("./components/volcengine-settings.tsx").then((module) => ({ default: module.VolcengineSettings })),
);
