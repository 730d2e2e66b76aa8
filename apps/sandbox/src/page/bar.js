import { h, icon, iconButton } from "./dom.js";
import { language, languages, setLanguage, t } from "./i18n.js";
import { emit, showView, store } from "./store.js";

export function drawBar() {
  const parts = [
    h("img", { class: "logo", src: "/phone/icon.svg", alt: "" }),
    h("div", { class: "brand" }, h("h1", {}, t("title")), h("p", {}, t("subtitle"))),
    store.state.channels.length > 1 ? businessChoice() : null,
    h("a", { href: "/line" }, "LINE"),
    languageChoice(),
    iconButton("panel", t("openPanel"), togglePanel, { class: "panel-toggle" }),
  ];
  document.getElementById("bar").replaceChildren(...parts.filter((part) => part !== null));
}

function businessChoice() {
  const select = h(
    "select",
    {
      "aria-label": t("business"),
      on: {
        change: () => {
          store.channel = store.state.channels.find((one) => one.phoneNumberId === select.value);
          emit("channel");
        },
      },
    },
    ...store.state.channels.map((channel) =>
      h(
        "option",
        { value: channel.phoneNumberId, selected: channel === store.channel },
        `${channel.name} ${channel.displayPhoneNumber}`,
      ),
    ),
  );
  return h("label", { class: "choice" }, icon("phone"), select);
}

function languageChoice() {
  const select = h(
    "select",
    {
      class: "language",
      "aria-label": t("language"),
      on: {
        change: () => {
          setLanguage(select.value);
          emit("language");
        },
      },
    },
    ...languages.map(({ code, label, tag }) =>
      h("option", { value: code, lang: tag, selected: code === language().code }, label),
    ),
  );
  return select;
}

function togglePanel() {
  const { view } = document.body.dataset;
  showView(view === "panel" ? (store.customerId === undefined ? "people" : "chat") : "panel");
}
