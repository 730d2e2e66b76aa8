import { post } from "./api.js";
import { h, icon, iconButton, notify, popover } from "./dom.js";
import { phoneNumber, t, time } from "./i18n.js";
import { summary } from "./message-body.js";
import { channelField, loadCustomers, openCustomer, store } from "./store.js";

export function drawPeople() {
  const nav = document.getElementById("people");
  const scrolled = nav.querySelector(".people-list")?.scrollTop ?? 0;
  const list = h("ul", { class: "people-list" }, ...shownPeople().map(row));
  nav.replaceChildren(
    h(
      "div",
      { class: "column-head" },
      h("h2", {}, t("people")),
      iconButton("add", t("newCustomer"), (event) => askNewCustomer(event.currentTarget), { class: "filled" }),
    ),
    list,
  );
  list.scrollTop = scrolled;
}

/** Special numbers appear once they are used; the tools list them all. */
function shownPeople() {
  const isShown = (one) =>
    one.last !== null || one.id === store.customerId || !(one.origin === "ready" && one.behaviour);
  return store.customers.filter(isShown).toSorted((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0));
}

function row(customer) {
  const isOpen = customer.id === store.customerId;
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "person",
        "aria-current": isOpen ? "true" : undefined,
        on: { click: () => openCustomer(customer.id) },
      },
      avatar(customer),
      h(
        "span",
        { class: "person-text" },
        h(
          "span",
          { class: "person-line" },
          h("span", { class: "person-name" }, customer.name),
          customer.last ? h("time", {}, time(customer.last.at)) : null,
        ),
        h(
          "span",
          { class: "person-line" },
          h("span", { class: "person-last" }, customer.last ? summary(customer.last) : contactOf(customer)),
          customer.online ? null : h("span", { class: "chip" }, t("offline")),
          customer.unread > 0 && !isOpen ? h("span", { class: "badge" }, String(customer.unread)) : null,
        ),
      ),
    ),
  );
}

export function contactOf(customer) {
  if (customer.phone) return phoneNumber(customer.phone);
  return customer.username ? `@${customer.username}` : t("usernameOnly");
}

export function avatar(customer) {
  const tone = [...customer.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 8;
  const isSpecial = customer.behaviour !== undefined;
  const isLatin = /^[\x20-\x7f]/.test(customer.name);
  const letters = isLatin
    ? customer.name.replace("+", "").slice(0, 1).toUpperCase()
    : [...customer.name].at(isSpecial ? 0 : -1);
  return h("span", { class: `avatar tone-${tone}`, "aria-hidden": "true" }, isSpecial ? icon("bolt") : letters);
}

function askNewCustomer(anchor) {
  const name = h("input", { required: true, maxLength: 100, autocomplete: "off" });
  const phone = h("input", { type: "tel", autocomplete: "off", placeholder: "+886 9…" });
  const username = h("input", { maxLength: 60, autocomplete: "off" });
  const form = h(
    "form",
    { class: "form" },
    h("h3", {}, t("newCustomer")),
    h("label", {}, t("customerName"), name),
    h("label", {}, t("customerPhone"), phone),
    h("label", {}, t("customerUsername"), username),
    h("p", { class: "hint" }, t("phoneOrUsername")),
    h("button", { class: "primary" }, t("create")),
  );
  const close = popover(anchor, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = await post("/customers", {
        name: name.value,
        phone: phone.value,
        username: username.value,
        ...channelField(),
      });
      close();
      await loadCustomers();
      openCustomer(made.id);
    } catch (failure) {
      notify(failure.message, true);
    }
  });
}
