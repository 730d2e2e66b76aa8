import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** The reference of the sign-in page: a form, and nothing but React. */
createRoot(document.body).render(
  createElement("form", null, createElement("input", { name: "account" }), createElement("button", null, "Sign in")),
);
