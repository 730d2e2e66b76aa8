import { post } from "./api.js";
import { h, icon, iconButton, menu, notify, popover, ticks } from "./dom.js";
import { t, time } from "./i18n.js";
import { messageBody, messageButtons, summary } from "./message-body.js";
import { channelField, customerPath, emit, store } from "./store.js";

const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** A message as the customer's phone shows it: the customer's own on the right. */
export function bubble(message) {
  if (message.kind === "system" || message.kind === "unsupported" || message.kind === "request_welcome")
    return systemLine(message);
  if (message.kind === "reaction") return null;
  const isOwn = message.from === "customer";
  const isGhost = !isOwn && ["accepted", "sent", "failed"].includes(message.state);
  const isBare = message.kind === "sticker" && !message.revoked;
  const classes = ["bubble", isOwn ? "own" : "theirs", isGhost ? "ghost" : "", isBare ? "bare" : ""]
    .filter(Boolean)
    .join(" ");
  const inside = message.revoked
    ? [h("p", { class: "plain quiet" }, t("revokedMine"))]
    : [
        message.fromAd ? adCard() : null,
        message.quoted ? quote(message) : null,
        ...messageBody(message, actions(message)),
      ];
  const presses = message.revoked ? null : messageButtons(message, actions(message));
  // A message that has not reached the phone has no buttons there.
  if (presses !== null) presses.inert = isGhost;
  return h(
    "div",
    { class: `line ${isOwn ? "own" : "theirs"}` },
    h(
      "div",
      { class: classes },
      ...inside,
      foot(message, isOwn),
      presses,
      message.revoked || isGhost ? null : menuButton(message, isOwn),
    ),
    reactions(message),
    isGhost ? h("p", { class: message.state === "failed" ? "why failed" : "why" }, ghostReason(message)) : null,
    isOwn && message.state === "failed" ? h("p", { class: "why failed" }, t("webhookFailed")) : null,
  );
}

function systemLine(message) {
  const words = message.kind === "unsupported" ? t("kindUnsupported") : (message.body?.body ?? t("kindSystem"));
  return h("div", { class: "system-line" }, h("span", {}, words));
}

/** A real phone does not show this, but a tester who acts for both sides needs it. */
function ghostReason({ state, error }) {
  if (state === "failed") return t("failedToReach", { title: error?.title ?? "", code: error?.code ?? "" });
  return t(state === "sent" ? "sentOnly" : "waiting");
}

function foot(message, isOwn) {
  return h(
    "span",
    { class: "foot" },
    message.edited ? h("span", {}, t("edited")) : null,
    h("time", {}, time(message.at)),
    isOwn && message.state !== "failed" ? ticks(message.state) : null,
  );
}

function quote({ quoted }) {
  const who = quoted.from === "business" ? store.channel.name : store.chat.customer.name;
  return h("div", { class: "quote" }, h("strong", {}, who), h("span", {}, summary(quoted)));
}

function adCard() {
  return h("div", { class: "quote ad" }, icon("megaphone"), h("span", {}, t("adCard")));
}

function reactions({ reactions: { customer, business } }) {
  const given = [customer, business].filter(Boolean);
  return given.length === 0 ? null : h("span", { class: "reactions" }, given.join(""));
}

function menuButton(message, isOwn) {
  return iconButton("down", t("messageMenu"), (event) => openMenu(event.currentTarget, message, isOwn), {
    class: "bubble-menu",
  });
}

function openMenu(anchor, message, isOwn) {
  const items = [{ icon: "reply", label: t("reply"), run: () => startQuote(message) }];
  if (isOwn && message.kind === "text")
    items.push({ icon: "edit", label: t("editMessage"), run: () => startEdit(message) });
  if (isOwn)
    items.push({ icon: "undo", label: t("revoke"), run: () => sendDraft({ type: "revoke", originalId: message.id }) });
  menu(anchor, items, (close) => reactionRow(message, close));
}

function reactionRow(message, close) {
  const mine = message.reactions.customer;
  const buttons = REACTIONS.map((emoji) => {
    const react = () => {
      close();
      // The same emoji again removes the reaction.
      void sendDraft({ type: "reaction", targetId: message.id, emoji: emoji === mine ? "" : emoji });
    };
    return h("button", { type: "button", "aria-pressed": String(emoji === mine), on: { click: react } }, emoji);
  });
  return h("div", { class: "reaction-row" }, ...buttons);
}

function startQuote(message) {
  store.quoted = message;
  store.editing = undefined;
  emit("composing");
}

function startEdit(message) {
  store.editing = message;
  store.quoted = undefined;
  emit("composing");
}

function actions(message) {
  return {
    press: (button) => sendDraft({ type: "button", quotedId: message.id, payload: button.payload, text: button.text }),
    answer: (interactive) => sendDraft({ type: "interactive", quotedId: message.id, interactive }),
    choose: (anchor, rows) => chooseRow(anchor, message, rows),
    order: (products) => sendDraft({ type: "order", quotedId: message.id, order: cartOf(products) }),
    play: () => {
      if (message.from === "business" && !message.played)
        void post(customerPath(`/messages/${encodeURIComponent(message.id)}/play`));
    },
  };
}

/** An order of one of each product, at the catalogue's prices. */
function cartOf(products) {
  const items = products.map(({ id, price }) => {
    const [amount, currency] = price.split(" ");
    return { product_retailer_id: id, quantity: 1, item_price: Number(amount), currency };
  });
  return { catalog_id: products[0]?.catalogueId, text: "", product_items: items };
}

function chooseRow(anchor, message, rows) {
  const pick = ({ id, title, description = "" }) =>
    sendDraft({
      type: "interactive",
      quotedId: message.id,
      interactive: { type: "list_reply", list_reply: { id, title, description } },
    });
  let close = () => {};
  const list = rows.map((row) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item stacked",
        on: {
          click: () => {
            close();
            void pick(row);
          },
        },
      },
      h("strong", {}, row.title),
      row.description ? h("span", {}, row.description) : null,
    ),
  );
  close = popover(anchor, h("div", { class: "menu-items" }, ...list), "menu");
}

export async function sendDraft(draft) {
  try {
    await post(customerPath("/messages"), { ...draft, ...channelField() });
    return true;
  } catch (failure) {
    notify(failure.message, true);
    return false;
  }
}
