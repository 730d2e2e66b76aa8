import { get } from "./api.js";

/** The state of the page. Its parts subscribe to the topics that they draw. */
export const store = {
  /** Answer of /state. */
  state: undefined,
  channel: undefined,
  customers: [],
  customerId: undefined,
  /** Answer of /customers/:id/messages for the open chat. */
  chat: undefined,
  quoted: undefined,
  editing: undefined,
};

const listeners = new Map();

export function on(topic, listener) {
  if (!listeners.has(topic)) listeners.set(topic, []);
  listeners.get(topic).push(listener);
}

export function emit(topic) {
  for (const listener of listeners.get(topic) ?? []) listener();
}

export function query() {
  return store.channel === undefined ? "" : `?channel=${encodeURIComponent(store.channel.phoneNumberId)}`;
}

export function customerPath(suffix = "") {
  return `/customers/${encodeURIComponent(store.customerId)}${suffix}`;
}

export function channelField() {
  return { channel: store.channel.phoneNumberId };
}

export async function loadState() {
  store.state = await get("/state");
  store.channel =
    store.state.channels.find((one) => one.phoneNumberId === store.channel?.phoneNumberId) ?? store.state.channels[0];
  emit("state");
}

export async function loadCustomers() {
  store.customers = await get(`/customers${query()}`);
  emit("people");
}

/** Loads the open chat; an answer that arrives after the user opened another one is dropped. */
export async function loadChat() {
  const wanted = store.customerId;
  if (wanted === undefined) return;
  const chat = await get(customerPath(`/messages${query()}`)).catch(() => undefined);
  if (wanted !== store.customerId) return;
  store.chat = chat;
  emit("chat");
}

export function openCustomer(id) {
  store.customerId = id;
  store.chat = undefined;
  store.quoted = undefined;
  store.editing = undefined;
  if (id !== undefined) sessionStorage.setItem("sandbox-customer", id);
  document.body.dataset.view = id === undefined ? "people" : "chat";
  emit("opened");
  emit("people");
  void loadChat();
}

export function showView(view) {
  document.body.dataset.view = view;
}
