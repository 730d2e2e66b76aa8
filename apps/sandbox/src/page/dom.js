/** Builds the page's elements. Text is always inserted as text, never as markup. */

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [properties] `on` has listeners, `class` the class; names with a dash are attributes
 * @param {...(Node | string | null | undefined | false)} children
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name.includes("-") || name === "role" || name === "for" || name === "list")
      element.setAttribute(name, String(value));
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function iconButton(name, label, onClick, properties = {}) {
  const { class: extra = "", ...rest } = properties;
  const button = h(
    "button",
    { type: "button", class: `icon-button ${extra}`, title: label, "aria-label": label, ...rest },
    icon(name),
  );
  button.addEventListener("click", onClick);
  return button;
}

const SHAPES = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-6 16-3-7z",
  attach: "M12 5v14M5 12h14",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.5a4.4 4.4 0 0 0 7 0M9 9.5v.01M15 9.5v.01",
  more: "M12 6v.01M12 12v.01M12 18v.01",
  close: "M6 6l12 12M18 6L6 18",
  down: "M7 10l5 5 5-5",
  reply: "M10 7l-5 5 5 5M5 12h9a5 5 0 0 1 5 5v1",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  undo: "M9 8H4V3M4.5 8A8.5 8.5 0 1 1 4 13",
  power: "M12 4v8M7 7a7 7 0 1 0 10 0",
  panel: "M4 5h16v14H4zM14 5v14",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.5 9.5v.01",
  video: "M4 7h11v10H4zM15 11l5-3v8l-5-3",
  mic: "M12 4a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 12a6 6 0 0 0 12 0M12 18v3",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  sticker: "M12 3a9 9 0 1 0 9 9c-5 0-9-4-9-9zM8 13a4 4 0 0 0 4 4",
  pin: "M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11zM12 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0",
  cart: "M4 5h2l2.5 10h9l2-7H7M10 19.500v.01M17 19.500v.01",
  megaphone: "M4 10v4h3l8 4V6l-8 4zM18 9.500a4 4 0 0 1 0 5",
  folder: "M4 6h6l2 2h8v10H4z",
  question: "M9 9a3 3 0 1 1 4.5 2.600c-.9.5-1.5 1.2-1.5 2.400M12 17.500v.01",
  forward: "M14 7l5 5-5 5M19 12h-9a5 5 0 0 0-5 5v1",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  list: "M8 7h12M8 12h12M8 17h12M4 7v.01M4 12v.01M4 17v.01",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  lock: "M7 11h10v9H7zM9 11V8a3 3 0 0 1 6 0v3",
  refresh: "M20 11A8 8 0 1 0 18 17M20 5v6h-6",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  phone: "M7 3h10v18H7zM11 18h2",
  bolt: "M13 3L5 14h6l-1 7 8-11h-6z",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20h4",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** One tick: accepted; two: delivered; two in colour: read. */
export function ticks(state) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 18 12");
  svg.setAttribute("class", `ticks ${state === "read" ? "read" : ""}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", state === "accepted" ? "M5 6.500l3 3 6-7" : "M1.5 6.500l3 3 6-7M8 9l.5.5 6.5-7");
  svg.append(path);
  return svg;
}

/** A menu or card next to an element, closed by a click elsewhere or Escape. */
export function popover(anchor, content, className = "") {
  document.querySelector(".popover")?.remove();
  const box = h("div", { class: `popover ${className}` }, content);
  document.body.append(box);
  const place = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.min(Math.max(8, place.left), window.innerWidth - width - 8);
  const below = place.bottom + 6 + height < window.innerHeight;
  box.style.left = `${left}px`;
  box.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - height - 6)}px`;
  const close = () => {
    box.remove();
    document.removeEventListener("pointerdown", onPointer, true);
    document.removeEventListener("keydown", onKey, true);
  };
  const onPointer = (event) => {
    if (!box.contains(event.target)) close();
  };
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
    anchor.focus();
  };
  document.addEventListener("pointerdown", onPointer, true);
  document.addEventListener("keydown", onKey, true);
  box.querySelector("button, input, select")?.focus({ preventScroll: true });
  return close;
}

/**
 * @param {{icon: string, label: string, run: () => void, danger?: boolean}[]} items
 * @param {(close: () => void) => Node} [head] shown above the items
 */
export function menu(anchor, items, head) {
  let close = () => {};
  const rows = items.map(({ icon: shape, label, run, danger }) =>
    h(
      "button",
      {
        type: "button",
        class: danger ? "menu-item danger" : "menu-item",
        on: {
          click: () => {
            close();
            run();
          },
        },
      },
      icon(shape),
      h("span", {}, label),
    ),
  );
  close = popover(
    anchor,
    h(
      "div",
      {},
      head?.(() => close()),
      h("div", { class: "menu-items" }, ...rows),
    ),
  );
}

export function notify(text, isError = false) {
  const notice = h("div", { class: isError ? "notice error" : "notice" }, text);
  document.getElementById("notices").append(notice);
  setTimeout(() => notice.remove(), isError ? 6_000 : 3_000);
}
