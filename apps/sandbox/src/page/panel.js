import { h, iconButton } from "./dom.js";
import { phoneNumber, t } from "./i18n.js";
import { drawAi } from "./panel-ai.js";
import { drawLog } from "./panel-log.js";
import { drawMails } from "./panel-mails.js";
import { drawSwitches } from "./panel-switches.js";
import { loadState, openCustomer, showView, store } from "./store.js";

const TABS = [
  { name: "special", text: "tabSpecial", draw: drawSpecial },
  { name: "switches", text: "tabSwitches", draw: drawSwitches },
  { name: "ai", text: "tabAi", draw: drawAi, live: true },
  { name: "log", text: "tabLog", draw: drawLog, live: true },
  { name: "mail", text: "tabMail", draw: drawMails, only: (state) => state.mails },
];

let open = sessionStorage.getItem("sandbox-tab") ?? "special";
let body;

export function drawPanel() {
  const tabs = TABS.filter(({ only }) => only === undefined || only(store.state));
  const tab = tabs.find(({ name }) => name === open) ?? tabs[0];
  body = h("div", { class: "panel-body", id: "panel-body", role: "tabpanel" });
  document.getElementById("panel").replaceChildren(
    h(
      "div",
      { class: "column-head tabs", role: "tablist" },
      ...tabs.map(({ name, text }) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: "tab",
            "aria-selected": String(name === tab.name),
            "aria-controls": "panel-body",
            on: { click: () => show(name) },
          },
          t(text),
        ),
      ),
      iconButton("close", t("closePanel"), () => showView(store.customerId === undefined ? "people" : "chat"), {
        class: "panel-close",
      }),
    ),
    body,
  );
  void tab.draw(body);
}

/** Refetches only what is visible. */
export async function refreshPanel() {
  const tab = TABS.find(({ name }) => name === open);
  if (tab?.live) await tab.draw(body);
  if (open === "switches") await loadState();
}

function show(name) {
  open = name;
  sessionStorage.setItem("sandbox-tab", name);
  drawPanel();
}

/** The customers with special behaviour; each can be opened. */
function drawSpecial(body) {
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
