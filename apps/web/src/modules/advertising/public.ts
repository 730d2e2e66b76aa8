import { lazy } from "react";

/** The Google lead forms of each branch, and what they sent. */
export const GoogleForms = lazy(() =>
  import("./screens/google-forms.tsx").then(({ GoogleForms }) => ({ default: GoogleForms })),
);
