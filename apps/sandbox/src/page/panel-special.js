import { h } from "./dom.js";
import { phoneNumber, t } from "./i18n.js";
import { openCustomer, store } from "./store.js";

export function drawSpecial(body) {
  body.replaceChildren(
    h("p", { class: "hint" }, t("specialHint")),
    h(
      "ul",
      { class: "special-list" },
      ...store.state.behaviours.map(({ name, phone }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "special", on: { click: () => openCustomer(phone) } },
            h("span", { class: "number" }, phoneNumber(phone)),
            h("span", {}, t(`behaviour.${name}`)),
          ),
        ),
      ),
    ),
  );
}
