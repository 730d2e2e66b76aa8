import { h } from "./dom.js";
import { language, languages, setLanguage } from "./i18n.js";
import { t } from "./line-texts.js";

/** The state of the page: answers of the control API. */
const known = { state: undefined, personId: undefined, chat: undefined, quoted: undefined };
const refreshMs = 700;

async function call(method, path, body) {
  const answer = await fetch(`/sandbox/line/api${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const result = await answer.json().catch(() => ({}));
  if (!answer.ok) say(result.error ?? `HTTP ${answer.status}`);
  await refresh();
  return result;
}

function say(text) {
  const notices = document.getElementById("notices");
  notices.textContent = text;
  setTimeout(() => notices.replaceChildren(), 4000);
}

const read = async (path) => (await fetch(`/sandbox/line/api${path}`)).json();
const personPath = (suffix) => `/people/${encodeURIComponent(known.personId)}${suffix}`;
const account = () => known.state.accounts[0];
const person = () => known.state.people.find(({ userId }) => userId === known.personId);
const relation = (one) => one.relations[account().channelId] ?? "none";

let drawn = "";

async function refresh() {
  known.state = await read("/state");
  known.chat = known.personId === undefined ? undefined : await read(personPath("/messages"));
  const now = JSON.stringify([known, language().code]);
  if (now === drawn) return;
  drawn = now;
  drawBar();
  drawPeople();
  drawChat();
  drawPanel();
}

function button(label, press, more = {}) {
  return h("button", { type: "button", class: "line-button", ...more, on: { click: press } }, label);
}

function drawBar() {
  const select = h(
    "select",
    {
      "aria-label": t("language"),
      on: {
        change: () => {
          setLanguage(select.value);
          startWriter();
          void refresh();
        },
      },
    },
    ...languages.map(({ code, label, tag }) =>
      h("option", { value: code, lang: tag, selected: code === language().code }, label),
    ),
  );
  document
    .querySelector(".line-bar")
    .replaceChildren(
      h("h1", {}, `${t("title")} · ${account().displayName}`),
      h("a", { href: "/" }, t("whatsapp")),
      select,
    );
}

function drawPeople() {
  const rows = known.state.people.map((one) => {
    const last = one.last[account().channelId];
    return h(
      "button",
      {
        type: "button",
        class: "line-person",
        "aria-current": String(one.userId === known.personId),
        on: { click: () => open(one.userId) },
      },
      `${one.displayName}${one.unseen > 0 ? ` (${one.unseen})` : ""}`,
      h(
        "small",
        {},
        `${t(relation(one))}${last ? ` · ${last.body.text ?? last.body.altText ?? t(last.body.type)}` : ""}`,
      ),
    );
  });
  const add = newPersonForm();
  document.querySelector(".line-people").replaceChildren(...rows, add);
}

let newName = "";

function newPersonForm() {
  const input = h("input", { "aria-label": t("name"), placeholder: t("name"), maxlength: "50", value: newName });
  input.addEventListener("input", () => (newName = input.value));
  const add = async (event) => {
    event.preventDefault();
    const name = newName.trim();
    if (name === "") return;
    newName = "";
    const made = await call("POST", "/people", { name });
    if (made.userId) open(made.userId);
  };
  const submit = h("button", { type: "submit", class: "line-button" }, t("newPerson"));
  return h("form", { class: "line-new", on: { submit: (event) => void add(event) } }, input, submit);
}

function open(userId) {
  known.personId = userId;
  startWriter();
  void refresh();
}

/** The composer stays while the chat above it is redrawn. */
function startWriter() {
  const phone = document.querySelector(".line-phone");
  if (known.personId === undefined) return phone.replaceChildren(h("p", { class: "line-chat" }, t("empty")));
  const input = h("input", { "aria-label": t("write"), placeholder: t("write"), maxlength: "5000" });
  const form = h(
    "form",
    {
      class: "line-writer",
      on: {
        submit: (event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (text === "") return;
          input.value = "";
          const quotedMessageId = known.quoted?.id;
          known.quoted = undefined;
          drawQuoting();
          void call("POST", personPath("/messages"), { type: "text", text, quotedMessageId });
        },
      },
    },
    input,
    h("button", { type: "submit", class: "line-button primary" }, t("send")),
    ...["image", "video", "audio", "file", "sticker", "location"].map((type) =>
      button(t(type), () => call("POST", personPath("/messages"), { type })),
    ),
    button(t("postback"), () => call("POST", personPath("/postback"), { data: "menu=trial" })),
  );
  known.quoted = undefined;
  phone.replaceChildren(
    h("div", { class: "line-chat", tabindex: "0" }),
    h("div", { class: "line-quoting", "aria-live": "polite" }),
    form,
  );
}

function drawChat() {
  const chat = document.querySelector("div.line-chat");
  if (!chat || !known.chat) return;
  const atEnd = chat.scrollTop + chat.clientHeight >= chat.scrollHeight - 40;
  chat.replaceChildren(...known.chat.messages.map(bubble));
  if (atEnd) chat.scrollTop = chat.scrollHeight;
}

function bubble(message) {
  const own = message.from === "person";
  const parts = message.unsent ? [t("unsent")] : bodyParts(message.body);
  const foot = own
    ? message.unsent
      ? []
      : [button(t("unsend"), () => call("POST", personPath(`/messages/${message.id}/unsend`), {}))]
    : [
        h("small", { class: "line-note" }, t(message.by)),
        ...(message.quoteToken ? [button(t("quote"), () => startQuote(message))] : []),
      ];
  return h("div", { class: own ? "line-bubble own" : "line-bubble" }, ...quoteOf(message), ...parts, ...foot);
}

/** The quoted message, shown above the text as in LINE. */
function quoteOf({ quotedMessageId }) {
  if (!quotedMessageId) return [];
  const quoted = known.chat.messages.find(({ id }) => id === quotedMessageId);
  return [h("blockquote", { class: "line-quote" }, quoted ? wordsOf(quoted.body) : t("quote"))];
}

const wordsOf = (body) => body.text ?? body.altText ?? t(body.type);

/** The next message quotes this one. */
function startQuote(message) {
  known.quoted = message;
  drawQuoting();
  document.querySelector(".line-writer input")?.focus();
}

function drawQuoting() {
  const place = document.querySelector(".line-quoting");
  if (!place) return;
  place.replaceChildren(
    ...(known.quoted
      ? [
          h("span", {}, `${t("quote")}: ${wordsOf(known.quoted.body)} `),
          button(t("cancel"), () => {
            known.quoted = undefined;
            drawQuoting();
          }),
        ]
      : []),
  );
}

function bodyParts(body) {
  if (body.type === "text") return [body.text];
  if (body.type === "template") return [body.template.text, ...body.template.actions.map(actionButton)];
  if (body.type === "flex") return flexBubbles(body.contents).map(flexPart);
  if (body.type === "sticker")
    return [
      h("img", {
        src: `/stickershop/v1/sticker/${body.stickerId}/android/sticker.png`,
        alt: t("sticker"),
        width: "96",
      }),
    ];
  if (body.type === "location") return [`${body.title}\n${body.address}`];
  const address = body.originalContentUrl;
  if (!address) return [t(body.type)];
  const link = h("a", { href: address, target: "_blank", rel: "noreferrer" }, t(body.type));
  if (body.type === "image") return [h("img", { src: address, alt: t("image") }), link];
  if (body.type === "video")
    return [h("video", { src: address, poster: body.previewImageUrl, controls: true, width: 240 }), link];
  const length = h("small", { class: "line-note" }, `${Math.round(body.duration / 100) / 10} s`);
  return [h("audio", { src: address, controls: true, "aria-label": t("audio") }), link, length];
}

const flexBubbles = (contents) => (contents.type === "carousel" ? contents.contents : [contents]);

/** A part of a flex message: a bubble, a box, a picture, text or a button. */
function flexPart(part) {
  if (part.type === "bubble") {
    const inside = [part.header, part.hero, part.body, part.footer].filter(Boolean);
    return h("div", { class: "line-card" }, ...inside.map(flexPart));
  }
  if (part.type === "box") return h("div", { class: "line-card-box" }, ...part.contents.map(flexPart));
  if (part.type === "image") return h("img", { src: part.url, alt: "" });
  if (part.type === "button") return actionButton(part.action);
  return h("p", { class: part.weight === "bold" ? "line-card-title" : "" }, part.text ?? "");
}

function actionButton(action) {
  return button(action.label, () => {
    if (action.type === "message") return call("POST", personPath("/messages"), { type: "text", text: action.text });
    if (action.type === "postback") return call("POST", personPath("/postback"), { data: action.data });
    return window.open(action.uri, "_blank", "noreferrer");
  });
}

function drawPanel() {
  const { channelId, quotaLimit, quotaUsed, tokenRevoked } = account();
  const change = (fields) => () => call("PATCH", `/accounts/${channelId}`, fields);
  const one = person();
  const relationButtons =
    one === undefined
      ? []
      : [
          relation(one) === "friend"
            ? button(t("unfollow"), () => call("POST", personPath("/unfollow"), {}))
            : button(
                t(relation(one) === "blocked" ? "unblock" : "follow"),
                () => call("POST", personPath("/follow"), {}),
                {
                  class: "line-button primary",
                },
              ),
        ];
  const answers = [400, 401, 403, 429, 500, "quota", "cut", "hang"].map((what) =>
    button(String(what), () => call("POST", "/forced", { what })),
  );
  document.querySelector(".line-panel").replaceChildren(
    ...(one ? [h("h2", {}, one.displayName), h("p", { class: "line-note", title: one.userId }, one.userId)] : []),
    h("div", { class: "line-buttons" }, ...relationButtons),
    h("h2", {}, `${t("quota")}: ${quotaUsed} / ${quotaLimit ?? "∞"}`),
    h(
      "div",
      { class: "line-buttons" },
      button(t("useUp"), change({ quotaUsed: quotaLimit ?? 500, quotaLimit: quotaLimit ?? 500 })),
      button(t("renew"), change({ quotaUsed: 0, quotaLimit: 500 })),
    ),
    h("h2", {}, t("token")),
    h(
      "div",
      { class: "line-buttons" },
      button(t(tokenRevoked ? "restore" : "revoke"), change({ tokenRevoked: !tokenRevoked })),
    ),
    h(
      "h2",
      {},
      `${t("next")}${known.state.forced.length > 0 ? ` (${known.state.forced.map(({ what }) => what).join(", ")})` : ""}`,
    ),
    h(
      "div",
      { class: "line-buttons" },
      ...answers,
      button(t("clear"), () => call("DELETE", "/forced")),
    ),
  );
}

startWriter();
await refresh();
setInterval(() => void refresh().catch(() => undefined), refreshMs);
