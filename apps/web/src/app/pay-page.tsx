import { languageFromHeader } from "@homeroom/contract/language";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Pay } from "#modules/payments/screens/pay.tsx";
import { startTexts } from "#platform/i18n/i18n.ts";
import { preferences } from "#platform/preferences.ts";
import { followAppearance } from "./appearance.ts";
import "#ui/theme/tokens.css";
import "./app.css";

// The page on which customers pay, served at `/pay`. It works without the app's router, since it has no links to other
// pages. Until a customer chooses a language, their browser's language is used.
preferences.assume({ language: languageFromHeader(navigator.languages.join(",")) });
followAppearance();
await startTexts(["pay", "plain"]);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Pay />
  </StrictMode>,
);
