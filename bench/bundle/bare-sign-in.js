import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** The reference for the sign-in page: a form with only React. */
createRoot(document.body).render(
  createElement("form", null, createElement("input", { name: "account" }), createElement("button", null, "Sign in")),
);
