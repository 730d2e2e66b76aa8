import { patch, remove } from "./api.js";
import { bubble } from "./bubble.js";
import { composer } from "./composer.js";
import { h, icon, iconButton, menu, notify, popover } from "./dom.js";
import { day, t } from "./i18n.js";
import { avatar, contactOf } from "./people.js";
import { channelField, customerPath, loadChat, loadCustomers, openCustomer, store } from "./store.js";

/** Drawn messages by id, so that pictures and players stay when something else changes. */
let drawn = new Map();
let parts;
/** Whether the chat is scrolled to its end, where it stays when a message arrives or a picture has loaded. */
let atEnd = true;

/** Builds the phone for the opened customer. */
export function startChat() {
  const section = document.getElementById("phone");
  drawn = new Map();
  atEnd = true;
  if (store.customerId === undefined) {
    parts = undefined;
    section.replaceChildren();
    return;
  }
  parts = {
    owner: h("div", { class: "owner" }),
    head: h("div", { class: "chat-head" }),
    list: h("div", { class: "messages", tabIndex: 0, role: "log" }),
  };
  const { list } = parts;
  list.addEventListener("scroll", () => {
    atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  });
  list.addEventListener("load", stayAtEnd, true);
  list.addEventListener("loadedmetadata", stayAtEnd, true);
  section.replaceChildren(parts.owner, h("div", { class: "device" }, parts.head, parts.list, composer()));
}

export function drawChat() {
  if (parts === undefined || store.chat === undefined) return;
  drawOwner();
  drawHead();
  drawMessages();
}

function drawOwner() {
  const { customer } = store.chat;
  parts.owner.replaceChildren(
    iconButton("back", t("back"), () => openCustomer(undefined), { class: "back" }),
    avatar(customer),
    h(
      "div",
      { class: "owner-text" },
      h("strong", {}, t("phoneOf", { name: customer.name })),
      h("span", {}, contactOf(customer)),
    ),
    powerButton(customer.online),
    iconButton("more", t("more"), (event) => openMenu(event.currentTarget)),
  );
}

function powerButton(isOn) {
  return h(
    "button",
    {
      type: "button",
      class: isOn ? "power on" : "power",
      title: t(isOn ? "goOffline" : "goOnline"),
      on: { click: () => change({ online: !isOn }) },
    },
    icon("power"),
    t(isOn ? "online" : "offline"),
  );
}

function drawHead() {
  const { customer, typing } = store.chat;
  const left = customer.windowEndsAt === null ? 0 : customer.windowEndsAt - Date.now();
  const windowText = left > 0 ? t("windowOpen", { left: duration(left) }) : t("windowClosed");
  parts.head.replaceChildren(
    h("span", { class: "avatar business", "aria-hidden": "true" }, [...store.channel.name][0]),
    h(
      "div",
      { class: "chat-title" },
      h("strong", {}, store.channel.name),
      h("span", { class: typing ? "typing" : "" }, typing ? t("typing") : t("businessAccount")),
    ),
    h(
      "span",
      { class: left > 0 ? "window" : "window closed", title: windowText, "aria-label": windowText },
      icon(left > 0 ? "clock" : "lock"),
      left > 0 ? duration(left) : t("templatesOnly"),
    ),
  );
}

function drawMessages() {
  const { list } = parts;
  const next = new Map();
  const elements = [];
  let lastDay;
  for (const message of store.chat.messages) {
    const label = day(message.at);
    if (label !== lastDay)
      elements.push(keep(next, `day ${label}`, label, () => h("div", { class: "day" }, h("span", {}, label))));
    lastDay = label;
    const element = keep(next, message.id, printOf(message), () => bubble(message));
    if (element !== null) elements.push(element);
  }
  if (elements.length === 0) elements.push(h("p", { class: "empty" }, t("emptyChat")));
  drawn = next;
  place(list, elements);
  stayAtEnd();
}

function stayAtEnd() {
  if (atEnd) parts.list.scrollTop = parts.list.scrollHeight;
}

/** `read` is not shown for the business's messages, so it must not redraw a bubble under the pointer. */
function printOf(message) {
  const isThere = message.from === "business" && ["delivered", "read"].includes(message.state);
  return JSON.stringify(isThere ? { ...message, state: "delivered" } : message);
}

/** The existing element if nothing changed, otherwise a new one. */
function keep(next, key, print, build) {
  const known = drawn.get(key);
  const entry = known?.print === print ? known : { print, element: build() };
  next.set(key, entry);
  return entry.element;
}

/** Orders the elements without moving those that stay: a moved player would stop. */
function place(list, elements) {
  for (const child of [...list.children]) if (!elements.includes(child)) child.remove();
  elements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

function openMenu(anchor) {
  const { customer } = store.chat;
  menu(anchor, [
    { icon: "clock", label: t("closeWindow"), run: () => change({ lastInboundAt: null }) },
    { icon: "phone", label: t("changeNumber"), run: () => askNumber(anchor) },
    customer.marketingStopped
      ? { icon: "bell", label: t("resumeMarketing"), run: () => change({ marketing: "resume" }) }
      : { icon: "bell", label: t("stopMarketing"), run: () => change({ marketing: "stop" }) },
    { icon: "bolt", label: `${t("behaviour")}…`, run: () => askBehaviour(anchor) },
    { icon: "trash", label: t("removeCustomer"), danger: true, run: removeCustomer },
  ]);
}

function askNumber(anchor) {
  const input = h("input", { type: "tel", required: true, autocomplete: "off" });
  const form = h(
    "form",
    { class: "form" },
    h("label", {}, t("newNumber"), input),
    h("button", { class: "primary" }, t("change")),
  );
  const close = popover(anchor, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await change({ phone: input.value })) close();
  });
}

function askBehaviour(anchor) {
  const { customer } = store.chat;
  let close = () => {};
  const choices = [
    { name: "", text: t("behaviourNone") },
    ...store.state.behaviours.map(({ name }) => ({ name, text: t(`behaviour.${name}`) })),
  ];
  const rows = choices.map(({ name, text }) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item",
        "aria-pressed": String((customer.behaviour ?? "") === name),
        on: {
          click: () => {
            close();
            void change({ behaviour: name });
          },
        },
      },
      text,
    ),
  );
  close = popover(anchor, h("div", { class: "menu-items" }, ...rows), "menu tall");
}

async function change(fields) {
  try {
    await patch(customerPath(), { ...fields, ...channelField() });
    await loadChat();
    return true;
  } catch (failure) {
    notify(failure.message, true);
    return false;
  }
}

async function removeCustomer() {
  await remove(customerPath());
  await loadCustomers();
  notify(t("removed"));
  openCustomer(store.customers[0]?.id);
}

function duration(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
