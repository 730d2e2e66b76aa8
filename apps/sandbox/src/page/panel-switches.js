import { patch, post, remove } from "./api.js";
import { h, notify, popover } from "./dom.js";
import { t } from "./i18n.js";
import { loadCustomers, loadState, openCustomer, store } from "./store.js";

const REAL_THROUGHPUT = 80;

export function drawSwitches(body) {
  const { switches, channels } = store.state;
  const channel = channels.find((one) => one.phoneNumberId === store.channel.phoneNumberId);
  body.replaceChildren(
    forceForm(),
    h("h3", {}, t("switchesTitle")),
    toggle("autoRead", switches.autoRead, (on) => patch("/switches", { autoRead: on })),
    toggle("tokenExpired", channel.tokenExpired, (on) =>
      patch(`/channels/${channel.phoneNumberId}`, { tokenExpired: on }),
    ),
    toggle("limits", switches.throughputPerSecond !== null, (on) =>
      patch("/switches", { throughputPerSecond: on ? REAL_THROUGHPUT : null }),
    ),
    toggle("pairLimit", switches.pairLimit, (on) => patch("/switches", { pairLimit: on })),
    h("h3", {}, t("webhookTitle")),
    h("p", { class: "address" }, channel.webhookUrl),
    h("button", { type: "button", class: "secondary", on: { click: () => shakeHands(channel) } }, t("handshake")),
    h("h3", {}, t("resetTitle")),
    h(
      "button",
      { type: "button", class: "secondary danger", on: { click: (event) => confirmReset(event.currentTarget) } },
      t("reset"),
    ),
  );
}

function forceForm() {
  const { errors, forced } = store.state;
  const error = h(
    "select",
    { "aria-label": t("forceError") },
    ...errors.map(({ name, code }) => h("option", { value: name }, code === 0 ? name : `${code} ${name}`)),
  );
  error.value = "somethingWrong";
  const count = h("input", {
    type: "number",
    min: 1,
    max: 1_000,
    value: "1",
    required: true,
    "aria-label": t("forceCount"),
  });
  const form = h(
    "form",
    { class: "force" },
    h("h3", {}, t("forceTitle")),
    h("div", { class: "force-line" }, error, count, h("button", { class: "secondary" }, t("apply"))),
    ...forced.map(({ error: name, left }) =>
      h("p", { class: "active-force" }, t("forceActive", { error: name, left })),
    ),
    forced.length > 0
      ? h(
          "button",
          { type: "button", class: "secondary", on: { click: () => run(() => remove("/force")) } },
          t("clear"),
        )
      : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(() => post("/force", { error: error.value, count: Number(count.value) }));
  });
  return form;
}

function toggle(name, isOn, change) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    checked: isOn,
    on: { change: () => run(() => change(input.checked)) },
  });
  return h(
    "label",
    { class: "toggle" },
    h("span", {}, h("strong", {}, t(name)), h("span", {}, t(`${name}Hint`))),
    input,
  );
}

async function shakeHands(channel) {
  const result = await post(`/channels/${channel.phoneNumberId}/handshake`);
  notify(
    result.ok ? t("handshakeOk") : t("handshakeFailed", { status: result.status || (result.error ?? "") }),
    !result.ok,
  );
}

/** Clearing cannot be undone, so it asks first. */
function confirmReset(anchor) {
  const button = h("button", { type: "button", class: "primary danger" }, t("reset"));
  const close = popover(anchor, h("div", { class: "form" }, h("p", {}, t("resetConfirm")), button));
  button.addEventListener("click", () => {
    close();
    void reset();
  });
}

async function reset() {
  await run(() => post("/reset"));
  await loadCustomers();
  openCustomer(store.customers[0]?.id);
}

async function run(change) {
  try {
    await change();
  } catch (failure) {
    notify(failure.message, true);
  }
  await loadState();
}
