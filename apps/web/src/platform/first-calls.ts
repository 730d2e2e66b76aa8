/** A call that `public/first-paint.js` sent before the app's scripts ran. */
interface BegunCall {
  readonly call: string;
  readonly token: string;
  readonly language: string;
  readonly begunAt: number;
  readonly answer: Promise<Response>;
}

declare global {
  var homeroomFirstCalls: BegunCall[] | undefined;
}

type Calls = Record<string, string[]>;
type Options = Pick<RequestInit, "method" | "body"> & { headers: Record<string, string> };

const storedAs = "firstCalls";
const maxAddresses = 12;
const maxCallLength = 4000;
/** The answer for a list is stale after this time. */
const goodForMs = 15_000;

/** The first calls of every page of a signed-in person. */
export const everywhere: readonly string[] = ["/api_users/Member/User", "/api_basic/Menus/Routes"];

/** The lists that screens load first. Only reads may be here: they are repeated when the same address is loaded again. */
export const firstLists: readonly string[] = [
  "/api_users/Member/LeadsList",
  "/api_chat/Chat/ConversationList",
  "/api_users/Dashboard/DashboardInfo",
];

/**
 * Sends a call, or takes the answer if the same call was sent before the scripts ran. Stores in the browser the first calls
 * of an address (never their answers), so that its next load can send them at once.
 */
export async function fetchFirst(address: string, options: Options): Promise<Response> {
  const call = JSON.stringify([options.method, address, typeof options.body === "string" ? options.body : null]);
  keep(address.split("?")[0] ?? "", call);
  const begun = take(call, options.headers);
  try {
    if (begun) return await begun;
  } catch {
    // It was sent too early, without a connection: send it again.
  }
  return fetch(address, options);
}

/** When a call was sent before the scripts ran, if its answer has not been taken yet; otherwise null. */
export function begunBeforeScripts(address: string): number | null {
  const begun = globalThis.homeroomFirstCalls?.find(({ call }) => call.includes(`"${address}"`));
  return begun?.begunAt ?? null;
}

/** Removes them with the session. */
export function forgetFirstCalls(): void {
  localStorage.removeItem(storedAs);
  globalThis.homeroomFirstCalls = undefined;
}

function take(call: string, headers: Record<string, string>): Promise<Response> | null {
  const begun = globalThis.homeroomFirstCalls?.find((one) => one.call === call);
  if (!begun) return null;
  globalThis.homeroomFirstCalls = globalThis.homeroomFirstCalls?.filter((one) => one !== begun);
  const isSame = begun.token === headers["accessToken"] && begun.language === headers["Accept-Language"];
  return isSame && performance.now() - begun.begunAt < goodForMs ? begun.answer : null;
}

let page = "";
let seen = new Set<string>();

/** Stores the first call of each kind after a page was opened; later ones depend on what the person did there. */
function keep(path: string, call: string): void {
  const isEverywhere = everywhere.includes(path);
  if (!(isEverywhere || firstLists.includes(path)) || call.length > maxCallLength) return;
  const opened = isEverywhere ? "*" : location.pathname + location.search;
  if (!isEverywhere && opened !== page) {
    page = opened;
    seen = new Set();
  }
  if (seen.has(path)) return;
  seen.add(path);
  const { [opened]: known = [], ...others } = stored();
  const sameKind = (one: string) => one.includes(`"${path}"`) || one.includes(`"${path}?`);
  const calls: Calls = { ...others, [opened]: [...known.filter((one) => !sameKind(one)), call] };
  const kept = Object.entries(calls).filter(([key]) => key !== "*");
  const latest = Object.fromEntries(kept.slice(-maxAddresses));
  try {
    localStorage.setItem(storedAs, JSON.stringify({ ...latest, "*": calls["*"] ?? [] }));
  } catch {
    // Storage is full: the next load sends its calls after the scripts have run.
  }
}

function stored(): Calls {
  try {
    return (JSON.parse(localStorage.getItem(storedAs) ?? "{}") as Calls | null) ?? {};
  } catch {
    return {};
  }
}
