import { get, post } from "./api.js";
import { h, icon } from "./dom.js";
import { dateTime, t, time } from "./i18n.js";

const opened = new Set();
const SHOWN = 60;

export async function drawLog(body) {
  const [{ deliveries }, { requests }] = await Promise.all([
    get(`/deliveries?limit=${SHOWN}`),
    get(`/requests?limit=${SHOWN}`),
  ]);
  const scrolled = body.scrollTop;
  body.replaceChildren(
    h("h3", {}, t("logWebhooks")),
    list(deliveries.map(deliveryRow)),
    h("h3", {}, t("logRequests")),
    list(requests.toReversed().map(requestRow)),
  );
  body.scrollTop = scrolled;
}

function list(rows) {
  return rows.length === 0 ? h("p", { class: "hint" }, t("logEmpty")) : h("div", { class: "log" }, ...rows);
}

function deliveryRow(delivery) {
  const tone = { delivered: "good", waiting: "wait", "given up": "bad" }[delivery.state];
  const words = { delivered: t("logDelivered"), waiting: t("logWaiting"), "given up": t("logGivenUp") }[delivery.state];
  const status = delivery.lastStatus ? `HTTP ${delivery.lastStatus}` : (delivery.lastError ?? "");
  return entry({
    key: `d${delivery.id}`,
    at: delivery.at,
    tone,
    title: delivery.about,
    note: [
      words,
      delivery.state === "delivered" ? `${delivery.took} ms` : status,
      delivery.attempts > 1 ? t("attempts", { count: delivery.attempts }) : "",
    ],
    detail: async () => {
      const { body } = await get(`/deliveries/${delivery.id}`);
      return pretty(JSON.parse(body));
    },
    action: delivery.state === "delivered" ? null : () => post(`/deliveries/${delivery.id}/resend`),
  });
}

function requestRow(request) {
  const tone = request.status === 0 ? "wait" : request.status < 400 ? "good" : "bad";
  return entry({
    key: `r${request.id}`,
    at: request.at,
    tone,
    title: `${request.method} ${request.path}`,
    note: [request.status === 0 ? t("noAnswer") : `HTTP ${request.status}`],
    detail: async () => pretty(request.body),
    action: null,
  });
}

function entry({ key, at, tone, title, note, detail, action }) {
  const body = h("pre", { hidden: !opened.has(key), tabIndex: 0 });
  const show = async () => {
    body.textContent = await detail();
  };
  if (opened.has(key)) void show();
  const head = h(
    "button",
    {
      type: "button",
      class: "log-head",
      "aria-expanded": String(opened.has(key)),
      on: {
        click: () => {
          if (!opened.delete(key)) opened.add(key);
          body.hidden = !opened.has(key);
          head.setAttribute("aria-expanded", String(opened.has(key)));
          if (!body.hidden) void show();
        },
      },
    },
    h("span", { class: `dot ${tone}` }),
    h("span", { class: "log-title" }, title),
    h("time", { title: dateTime(at) }, time(at)),
    h("span", { class: "log-note" }, note.filter(Boolean).join("　")),
  );
  const again =
    action &&
    h(
      "button",
      { type: "button", class: "icon-button", title: t("resend"), "aria-label": t("resend"), on: { click: action } },
      icon("refresh"),
    );
  return h("div", { class: "log-entry" }, h("div", { class: "log-line" }, head, again), body);
}

function pretty(value) {
  return JSON.stringify(value, null, 2) ?? "";
}
