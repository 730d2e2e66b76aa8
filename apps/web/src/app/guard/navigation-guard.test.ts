// @vitest-environment happy-dom
import { createMemoryRouter, type DataRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { currentUser, setCurrentUser } from "#platform/access.ts";
import { layoutId, unmatchedId } from "../routes/layout-routes.ts";
import { guardNavigation } from "./navigation-guard.ts";

const stored = new Map<string, string>();
const user = { accountID: "a", roles: ["sales"], perms: [] };
const calls: string[] = [];
let answers: Record<string, { status: number; body: object }>;

beforeEach(() => {
  for (const [key, value] of [
    ["accessToken", "token"],
    ["accountID", "a"],
    ["isPasswordInitialized", "true"],
  ] as const)
    stored.set(key, value);
  answers = { User: ok(user), Routes: ok([]) };
  calls.length = 0;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("fetch", async (url: string) => {
    const name = url.split("/").at(-1) ?? "";
    calls.push(name);
    const { status, body } = answers[name] ?? { status: 404, body: {} };
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  setCurrentUser(null);
  stored.clear();
});

function ok(resultData: unknown) {
  return { status: 200, body: { success: true, code: 200, message: "", resultData } };
}

/** Opens an address like a page load; returns the router once it is idle. */
async function open(address: string): Promise<DataRouter> {
  const router: DataRouter = createMemoryRouter(
    [
      {
        id: "root",
        loader: async ({ request }) => {
          await Promise.resolve();
          return guardNavigation(router, new URL(request.url));
        },
        shouldRevalidate: () => true,
        children: [
          { path: "/login" },
          { path: "/register" },
          { path: "/pay" },
          { id: layoutId, children: [{ path: "/" }, { path: "/dashboard" }, { path: "/404" }] },
          { id: unmatchedId, path: "*" },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  router.initialize();
  await vi.waitFor(
    () => {
      if (!router.state.initialized || router.state.navigation.state !== "idle") throw new Error("under way");
    },
    { timeout: 60_000 },
  );
  return router;
}

const addressOf = ({ state }: DataRouter) => state.location.pathname + state.location.search;

it("fetches user and routes once, then repeats the navigation to the same target", async () => {
  const router = await open("/dashboard?window=7");
  expect(addressOf(router)).toBe("/dashboard?window=7");
  expect(currentUser()).toMatchObject(user);
  await router.navigate("/dashboard?window=30");
  expect(addressOf(router)).toBe("/dashboard?window=30");
  expect(calls).toEqual(["User", "Routes"]);
});

it.each([
  ["a refused token", "User", { status: 401, body: { success: false, code: 900401, name: "TOKEN_INVALID" } }],
  ["no user", "User", ok(null)],
  ["a user without roles", "User", ok({ ...user, roles: [] })],
  ["no routes", "Routes", { status: 500, body: { success: false, code: 0, name: "SYSTEM_ERROR" } }],
])("with %s the token is reset, and the way to /login keeps the target", async (_why, call, answer) => {
  answers[call] = answer;
  expect(addressOf(await open("/dashboard?window=7"))).toBe("/login?redirect=%2Fdashboard%3Fwindow%3D7");
  expect([...stored.keys()]).toEqual([]);
  expect(currentUser()).toBeNull();
});

it("keeps the session of a page that is left while the user is fetched, and fetches them once more", async () => {
  const answered = globalThis.fetch;
  vi.stubGlobal("fetch", async () => {
    setTimeout(() => window.dispatchEvent(new Event("pagehide")));
    vi.stubGlobal("fetch", answered);
    throw new TypeError("Failed to fetch");
  });
  expect(addressOf(await open("/dashboard?window=7"))).toBe("/dashboard?window=7");
  expect(stored.get("accessToken")).toBe("token");
  expect(calls).toEqual(["User", "Routes"]);
});

it("clears the three stored values on the way to an automatic sign-in, and stays there", async () => {
  expect(addressOf(await open("/login?key=k&organizationid=o"))).toBe("/login?key=k&organizationid=o");
  expect([...stored.keys()]).toEqual([]);
  expect(calls).toEqual([]);
});

it("leads from /login home with a token, keeping it", async () => {
  expect(addressOf(await open("/login"))).toBe("/");
  expect(stored.get("accessToken")).toBe("token");
});

it.each(["/register", "/pay"])("fetches nobody for %s, although there is a token", async (path) => {
  expect(addressOf(await open(`${path}?x=1`))).toBe(`${path}?x=1`);
  expect(calls).toEqual([]);
  expect(stored.get("accessToken")).toBe("token");
});

it("goes to /404 from an unknown path once the user is known", async () => {
  expect(addressOf(await open("/nowhere"))).toBe("/404");
});

it("goes to /login from a path that needs a session when there is none", async () => {
  stored.clear();
  expect(addressOf(await open("/dashboard?a=1&b=2"))).toBe("/login?redirect=%2Fdashboard%3Fa%3D1%26b%3D2");
  expect(calls).toEqual([]);
});
