import { get, patch } from "./api.js";
import { h, notify } from "./dom.js";
import { t, time } from "./i18n.js";

/** The stand-ins for OpenAI and Dify: their failures and their calls. */
export async function drawAi(body) {
  const { troubles, trouble, left, requests } = await get("/ai");
  const scrolled = body.scrollTop;
  // New calls arrive while somebody chooses or reads: keep their choice and what is open.
  const [chosen, times] = [body.querySelector(".force select")?.value, body.querySelector(".force input")?.value];
  const opened = new Set([...body.querySelectorAll("details[open]")].map(({ dataset }) => dataset.id));
  body.replaceChildren(
    troubleForm(body, { troubles, trouble, left, chosen, times }),
    h("p", { class: "hint" }, t("aiHint")),
    h("h3", {}, t("aiRequests")),
    requests.length === 0
      ? h("p", { class: "hint" }, t("logEmpty"))
      : h("div", { class: "log" }, ...requests.map((request) => requestRow(request, opened))),
  );
  body.scrollTop = scrolled;
}

function troubleForm(body, { troubles, trouble, left, chosen, times = "1" }) {
  const which = h(
    "select",
    { "aria-label": t("aiTitle") },
    ...troubles.map((name) => h("option", { value: name, selected: name === chosen }, t(`ai_${name}`))),
  );
  const count = h("input", { type: "number", min: 1, max: 1_000, value: times, "aria-label": t("forceCount") });
  const form = h(
    "form",
    { class: "force" },
    h("h3", {}, t("aiTitle")),
    h("div", { class: "force-line" }, which, count, h("button", { class: "secondary" }, t("apply"))),
    trouble === null ? null : h("p", { class: "active-force" }, t("forceActive", { error: t(`ai_${trouble}`), left })),
    trouble === null
      ? null
      : h(
          "button",
          { type: "button", class: "secondary", on: { click: () => turn(body, { trouble: null }) } },
          t("clear"),
        ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void turn(body, { trouble: which.value, count: Number(count.value) });
  });
  return form;
}

async function turn(body, change) {
  try {
    await patch("/ai", change);
  } catch (failure) {
    notify(failure.message, true);
  }
  await drawAi(body);
}

function requestRow(request, opened) {
  const detail = h("pre", { tabIndex: 0 }, JSON.stringify(request.body, null, 2) ?? "");
  return h(
    "details",
    { class: "log-entry", "data-id": request.id, open: opened.has(String(request.id)) },
    h(
      "summary",
      { class: "log-head" },
      h("span", { class: `dot ${request.status < 400 ? "good" : "bad"}` }),
      h("span", { class: "log-title" }, `${request.method} ${request.path}`),
      h("time", {}, time(request.at)),
      h("span", { class: "log-note" }, `HTTP ${request.status}`),
    ),
    detail,
  );
}
