import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

const KIND_NAMES = {
  image: "kindImage",
  video: "kindVideo",
  audio: "kindAudio",
  document: "kindDocument",
  sticker: "kindSticker",
  location: "kindLocation",
  contacts: "kindContacts",
  order: "kindOrder",
  reaction: "kindReaction",
  system: "kindSystem",
  template: "kindTemplate",
  interactive: "kindInteractive",
  unsupported: "kindUnsupported",
};

/** One line of text for lists and quotes. */
export function summary(message) {
  const { kind, body, preview } = message;
  if (kind === "text") return body?.body ?? "";
  if (kind === "button") return body?.text ?? "";
  if (kind === "template") return preview?.body ?? kindName(kind);
  if (kind === "interactive") return interactiveReply(body) ?? body?.body?.text ?? kindName(kind);
  if (kind === "location") return body?.name ?? kindName(kind);
  return [kindName(kind), body?.caption ?? body?.filename].filter(Boolean).join(" ");
}

export function kindName(kind) {
  return kind in KIND_NAMES ? t(KIND_NAMES[kind]) : t("kindOther", { kind });
}

/** The content of a bubble. `act` has its actions: press(button), choose(rows), play(). */
export function messageBody(message, act) {
  const { kind, body } = message;
  const draw = draws[kind];
  if (draw === undefined || body === null || body === undefined)
    return [h("p", { class: "plain quiet" }, kindName(kind))];
  return draw(body, act, message).filter(Boolean);
}

/** The buttons under a bubble of the business. */
export function messageButtons({ kind, body, preview, products }, act) {
  if (products) return buttons([{ label: t("orderThese"), icon: "cart", run: () => act.order(products) }]);
  if (kind === "template") return buttons((preview?.buttons ?? []).map((button) => templateButton(button, act)));
  return kind === "interactive" && interactiveReply(body) === undefined ? buttons(offeredButtons(body, act)) : null;
}

const draws = {
  text: (body) => [text(body.body)],
  button: (body) => [text(body.text)],
  image: (body) => [picture(body), body.caption && text(body.caption)],
  sticker: (body) => [picture(body, "sticker")],
  video: (body) => [player("video", body), body.caption && text(body.caption)],
  audio: (body, act) => [player("audio", body, act.play)],
  document: (body) => [fileCard(body), body.caption && text(body.caption)],
  location: (body) => [
    card("pin", body.name || t("kindLocation"), [
      body.address,
      `${Number(body.latitude).toFixed(5)}, ${Number(body.longitude).toFixed(5)}`,
    ]),
  ],
  contacts: (contacts) =>
    contacts.map((contact) =>
      card(
        "person",
        contact.name?.formatted_name ?? "",
        (contact.phones ?? []).map(({ phone }) => phone),
      ),
    ),
  order: (body, _act, { cart = [] }) => [
    card("cart", t("kindOrder"), []),
    ...cart.map(cartLine),
    body.text && text(body.text),
  ],
  interactive: (body, _act, { products }) => {
    if (products) return [...(body.body?.text ? offer(body) : []), ...products.map(productCard)];
    const reply = interactiveReply(body);
    return reply === undefined ? offer(body) : [text(reply)];
  },
  template: (_body, _act, { preview }) => [
    preview?.header && h("p", { class: "plain strong" }, preview.header),
    preview?.headerMedia && headerMedia(preview.headerMedia),
    text(preview?.body ?? ""),
    preview?.footer && h("p", { class: "plain quiet small" }, preview.footer),
  ],
};

function productCard({ title, price, image }) {
  return h(
    "div",
    { class: "product-card" },
    image && h("img", { src: image, alt: "" }),
    h("p", { class: "plain strong" }, title),
    h("p", { class: "plain quiet" }, price),
  );
}

function cartLine({ title, quantity, price, image }) {
  return h(
    "div",
    { class: "cart-line" },
    image && h("img", { src: image, alt: "" }),
    h("div", { class: "card-text" }, h("strong", {}, title), h("span", {}, `${price} × ${quantity}`)),
  );
}

function text(content) {
  return h("p", { class: "plain" }, content ?? "");
}

/** The text of a customer's answer to an interactive message; undefined for the business's own messages. */
function interactiveReply(body) {
  if (body?.type === "nfm_reply") return body.nfm_reply?.body ?? t("kindInteractive");
  return body?.button_reply?.title ?? body?.list_reply?.title;
}

function offer(body) {
  const { header } = body;
  return [
    header?.text && h("p", { class: "plain strong" }, header.text),
    header && header.type !== "text" && headerMedia({ kind: header.type, ...header[header.type] }),
    body.body?.text ? text(body.body.text) : h("p", { class: "plain quiet" }, t("kindInteractive")),
    body.footer?.text && h("p", { class: "plain quiet small" }, body.footer.text),
  ];
}

function offeredButtons({ action = {} }, act) {
  const replies = (action.buttons ?? []).map(({ reply }) => ({
    label: reply.title,
    run: () => act.answer({ type: "button_reply", button_reply: { id: reply.id, title: reply.title } }),
  }));
  const rows = (action.sections ?? []).flatMap((section) => section.rows ?? []);
  const list =
    rows.length > 0
      ? [{ label: action.button ?? t("listOpen"), icon: "list", run: (anchor) => act.choose(anchor, rows) }]
      : [];
  const link = action.parameters?.url
    ? [{ label: action.parameters.display_text, icon: "link", url: action.parameters.url }]
    : [];
  return [...replies, ...list, ...link];
}

function templateButton(button, act) {
  if (button.kind === "QUICK_REPLY") return { label: button.text, run: () => act.press(button) };
  return { label: button.text, icon: button.url ? "link" : undefined, url: button.url };
}

function buttons(list) {
  if (list.length === 0) return null;
  return h(
    "div",
    { class: "bubble-buttons" },
    ...list.map(({ label, icon: shape, run, url }) => {
      const content = [shape ? icon(shape) : null, label];
      if (url && /^https?:/i.test(url))
        return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...content);
      return h(
        "button",
        { type: "button", disabled: run === undefined, on: run ? { click: (event) => run(event.currentTarget) } : {} },
        ...content,
      );
    }),
  );
}

function headerMedia(media) {
  if (media.kind === "image") return picture(media);
  return media.kind === "video" ? player("video", media) : fileCard(media);
}

function source(media) {
  return media.id === undefined ? undefined : `/sandbox/api/media/${encodeURIComponent(media.id)}`;
}

function picture(media, className = "picture") {
  const url = source(media);
  // Linked pictures are on other servers, which this page never calls.
  if (url === undefined) return card("image", t("kindImage"), [media.link]);
  const image = h("img", {
    src: url,
    alt: media.caption ?? t(className === "sticker" ? "kindSticker" : "kindImage"),
    class: className,
    loading: "lazy",
  });
  image.addEventListener("error", () => image.replaceWith(card("image", t("kindImage"), [])));
  return image;
}

function player(tag, media, onPlay) {
  const url = source(media);
  if (url === undefined) return card(tag === "video" ? "video" : "mic", kindName(tag), [media.link]);
  return h(tag, {
    src: url,
    controls: true,
    preload: "metadata",
    class: `player ${tag}`,
    on: onPlay ? { play: onPlay } : {},
  });
}

function fileCard(media) {
  const name = media.filename ?? t("kindDocument");
  const url = source(media);
  const inside = card("file", name, [media.mime_type ?? media.link]);
  return url === undefined ? inside : h("a", { href: url, download: name, class: "card-link" }, inside);
}

function card(shape, title, lines) {
  return h(
    "div",
    { class: "card" },
    h("span", { class: "card-icon" }, icon(shape)),
    h(
      "div",
      { class: "card-text" },
      h("strong", {}, title),
      ...lines.filter(Boolean).map((line) => h("span", {}, line)),
    ),
  );
}
