import { notifications } from "@homeroom/contract/notifications";
import { api } from "#platform/api.ts";

/** The person whose notifications this browser receives: another person who signs in here gets none until they switch them on. */
const ownerKey = "pushOwner";

/** `unavailable`: this browser does not support them, like an iPhone before Homeroom is on its home screen. */
export type PushState = "unavailable" | "denied" | "off" | "on";

/** Whether this browser receives the push notifications of the signed-in person. */
export function pushState(): PushState {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && isOwn() ? "on" : "off";
}

/** Asks for permission and subscribes this browser. Rejects if the browser or the server refuses. */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const worker = await navigator.serviceWorker.register("/service-worker.js");
  await dropOthers(worker);
  await add(worker);
  localStorage.setItem(ownerKey, account());
}

/** Unsubscribes this browser. */
export async function turnPushOff(): Promise<void> {
  localStorage.removeItem(ownerKey);
  const worker = await navigator.serviceWorker.getRegistration();
  const known = await worker?.pushManager.getSubscription();
  if (!known) return;
  await api.call(notifications.unsubscribe, { endpoint: known.endpoint });
  await known.unsubscribe();
}

/** Renews this browser's subscription while its person uses the product; a subscription of somebody else here ends. */
export async function renewPush(): Promise<void> {
  if (pushState() === "unavailable") return;
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) return;
  if (pushState() === "on") await add(worker);
  else await dropOthers(worker);
}

async function add(worker: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = (await api.call(notifications.pushKey, {})).resultData;
  const { endpoint, keys } = (await subscriptionWith(worker, publicKey)).toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await api.call(notifications.subscribe, { endpoint: endpoint ?? "", keys: { p256dh, auth } });
}

/** If the server's key has changed, the browser must subscribe again. */
async function subscriptionWith(worker: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    await navigator.serviceWorker.ready;
    return await worker.pushManager.subscribe(options);
  } catch (failure) {
    const older = await worker.pushManager.getSubscription();
    if (!older) throw failure;
    await older.unsubscribe();
    return worker.pushManager.subscribe(options);
  }
}

async function dropOthers(worker: ServiceWorkerRegistration): Promise<void> {
  if (isOwn()) return;
  localStorage.removeItem(ownerKey);
  await (await worker.pushManager.getSubscription())?.unsubscribe();
}

const account = () => localStorage.getItem("accountID") ?? "";
const isOwn = () => account() !== "" && localStorage.getItem(ownerKey) === account();
