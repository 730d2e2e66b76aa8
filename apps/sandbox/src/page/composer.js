import { call, post } from "./api.js";
import { sendDraft } from "./bubble.js";
import { h, iconButton, menu, notify, popover } from "./dom.js";
import { t } from "./i18n.js";
import { summary } from "./message-body.js";
import { channelField, customerPath, emit, on, store } from "./store.js";

const EMOJI = [..."😀😁😂🤣😊😍😘😎🤔🙄😴😅😭😡🥳🤗👍👎👌🙏👏💪🤝✌️❤️💔🎉🎁🌹☀️🌧️☕📚✏️🎨🎹⚽🏫🕒📍"].filter(
  (one) => one !== "\ufe0f",
);
const MOST_LINES_PX = 140;

let redraw = () => {};
on("composing", () => redraw());

export function composer() {
  const input = h("textarea", { rows: 1, placeholder: t("write"), "aria-label": t("write"), maxLength: 4_096 });
  const quoteBar = h("div", { class: "quote-bar", hidden: true });
  const file = h("input", { type: "file", hidden: true, "aria-label": t("fromComputer") });
  const grow = () => {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, MOST_LINES_PX)}px`;
  };
  const send = async () => {
    const words = input.value.trim();
    if (words === "") return;
    const draft = draftOf(words);
    input.value = "";
    clearQuote();
    grow();
    if (await sendDraft(draft)) return;
    input.value = words;
    grow();
  };
  redraw = () => {
    drawQuoteBar(quoteBar);
    if (store.editing !== undefined) input.value = store.editing.body.body;
    grow();
    input.focus();
  };
  input.addEventListener("input", grow);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) clearQuote();
    // An Enter that ends a composition belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void send();
  });
  input.addEventListener("paste", (event) => takeFiles(event, event.clipboardData?.files));
  file.addEventListener("change", () => {
    for (const one of file.files) void attach(one);
    file.value = "";
  });
  const form = h(
    "form",
    { class: "composer" },
    quoteBar,
    h(
      "div",
      { class: "composer-line" },
      iconButton("attach", t("attach"), (event) =>
        openAttach(event.currentTarget, file, () => answerFromApp(input).then(grow)),
      ),
      iconButton("smile", t("emoji"), (event) => openEmoji(event.currentTarget, input)),
      input,
      iconButton("send", t("send"), () => void send(), { class: "filled" }),
    ),
    file,
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => takeFiles(event, event.dataTransfer?.files));
  return form;
}

/** Sends the text in the field, or a prepared one, as if the centre had typed it on its own phone. */
async function answerFromApp(input) {
  const text = input.value.trim() || t("fromBusinessAppText");
  try {
    await post(customerPath("/echoes"), { ...channelField(), text });
    input.value = "";
  } catch (failure) {
    notify(failure.message, true);
  }
}

function draftOf(words) {
  if (store.editing !== undefined) return { type: "edit", originalId: store.editing.id, text: words };
  return { type: "text", text: words, ...(store.quoted === undefined ? {} : { quotedId: store.quoted.id }) };
}

function drawQuoteBar(bar) {
  const message = store.editing ?? store.quoted;
  bar.hidden = message === undefined;
  if (message === undefined) return bar.replaceChildren();
  bar.replaceChildren(
    h(
      "div",
      { class: "quote" },
      h("strong", {}, t(store.editing === undefined ? "replyTo" : "editing")),
      h("span", {}, summary(message)),
    ),
    iconButton("close", t("cancel"), clearQuote),
  );
}

function clearQuote() {
  store.quoted = undefined;
  store.editing = undefined;
  emit("composing");
}

function openEmoji(anchor, input) {
  const add = (emoji) => {
    input.setRangeText(emoji, input.selectionStart, input.selectionEnd, "end");
    input.focus();
  };
  const grid = h(
    "div",
    { class: "emoji-grid" },
    ...EMOJI.map((emoji) => h("button", { type: "button", on: { click: () => add(emoji) } }, emoji)),
  );
  popover(anchor, grid);
}

function openAttach(anchor, file, answerAsCentre) {
  const sample = (type) => () => sendDraft({ type, sample: true });
  menu(anchor, [
    { icon: "folder", label: t("fromComputer"), run: () => file.click() },
    { icon: "image", label: t("photo"), run: sample("image") },
    { icon: "video", label: t("video"), run: sample("video") },
    { icon: "mic", label: t("voice"), run: sample("audio") },
    { icon: "file", label: t("document"), run: sample("document") },
    { icon: "sticker", label: t("sticker"), run: sample("sticker") },
    { icon: "pin", label: t("location"), run: sample("location") },
    { icon: "person", label: t("contact"), run: sample("contacts") },
    { icon: "cart", label: t("order"), run: sample("order") },
    {
      icon: "megaphone",
      label: t("fromAd"),
      run: () => sendDraft({ type: "text", text: t("fromAdText"), referral: true }),
    },
    {
      icon: "forward",
      label: t("forwarded"),
      run: () => sendDraft({ type: "text", text: t("forwardedText"), forwarded: true }),
    },
    { icon: "question", label: t("unsupported"), run: sample("unsupported") },
    { icon: "phone", label: t("fromBusinessApp"), run: answerAsCentre },
  ]);
}

function takeFiles(event, files) {
  if (files === undefined || files.length === 0) return;
  event.preventDefault();
  for (const one of files) void attach(one);
}

async function attach(file) {
  const form = new FormData();
  for (const [name, value] of Object.entries(channelField())) form.append(name, value);
  form.append("file", file);
  try {
    await call("POST", customerPath("/attachments"), form);
  } catch (failure) {
    notify(failure.message, true);
  }
}
