import { drawBar } from "./bar.js";
import { drawChat, startChat } from "./chat.js";
import { notify } from "./dom.js";
import { t } from "./i18n.js";
import { drawPanel, refreshPanel } from "./panel.js";
import { drawPeople } from "./people.js";
import { emit, loadChat, loadCustomers, loadState, on, openCustomer, query, store } from "./store.js";

let stream;
let lost = false;
const REFRESH_MS = 80;

on("state", () => {
  drawBar();
  drawPanel();
});
on("people", drawPeople);
on("chat", drawChat);
on("opened", () => {
  startChat();
  listen();
});
on("channel", () => {
  void loadCustomers();
  openCustomer(store.customerId);
});
on("language", () => {
  drawBar();
  drawPeople();
  startChat();
  drawChat();
  drawPanel();
});
document.addEventListener("visibilitychange", listen);

void start();

async function start() {
  await loadState();
  await loadCustomers();
  const last = sessionStorage.getItem("sandbox-customer");
  const known = store.customers.find(({ id }) => id === last);
  const isWide = window.matchMedia("(min-width: 768px)").matches;
  openCustomer(isWide ? (known ?? store.customers[0])?.id : undefined);
}

/** One stream at a time; while the page is visible, it reports which chat the customer looks at. */
function listen() {
  stream?.close();
  const viewing =
    document.visibilityState === "visible" && store.customerId !== undefined
      ? `&viewing=${encodeURIComponent(store.customerId)}`
      : "";
  stream = new EventSource(`/sandbox/api/events${query()}${viewing}`);
  stream.addEventListener("open", () => {
    if (lost) void catchUp();
    lost = false;
  });
  stream.addEventListener("error", () => {
    if (!lost) notify(t("disconnected"), true);
    lost = true;
  });
  stream.addEventListener("message", (event) => {
    const change = JSON.parse(event.data);
    if (change.customers.length > 0) void refresh("customers", loadCustomers);
    if (change.customers.includes(store.customerId)) void refresh("chat", loadChat);
    if (change.panel) void refresh("panel", refreshPanel);
  });
}

const due = new Map();

/** At most one call of a kind at a time; a change meanwhile causes one more. */
async function refresh(kind, load) {
  if (due.has(kind)) return due.set(kind, true);
  due.set(kind, false);
  await load().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  const again = due.get(kind);
  due.delete(kind);
  if (again) void refresh(kind, load);
}

/** Fetches what changed while the stream was disconnected. */
async function catchUp() {
  await loadState();
  await loadCustomers();
  await loadChat();
  emit("people");
}
