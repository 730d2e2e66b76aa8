import { languageFromHeader } from "@homeroom/contract/language";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Pay } from "#modules/payments/screens/pay.tsx";
import { startTexts } from "#platform/i18n/i18n.ts";
import { preferences } from "#platform/preferences.ts";
import { followAppearance } from "./appearance.ts";
import "#ui/theme/tokens.css";
import "./app.css";

// The page on which customers pay, as the server answers `/pay`: without the app's router, which it does not need, since
// nothing leads from it to another page.
// The customers of a centre come with their own browsers: until one chooses, theirs says which language they read.
preferences.assume({ language: languageFromHeader(navigator.languages.join(",")) });
followAppearance();
await startTexts(["pay", "plain"]);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Pay />
  </StrictMode>,
);
