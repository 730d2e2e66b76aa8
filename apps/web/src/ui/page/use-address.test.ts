import { createMemoryRouter, type DataRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { moveTo, withParts } from "./use-address.ts";

/** As in the product: a loader runs before every navigation, so that none ends at once. */
function slowRouter(start: string): DataRouter {
  const loader = () => new Promise((resolve) => setTimeout(() => resolve(null), 5));
  return createMemoryRouter(
    [
      { path: "/staff/list", loader, Component: () => null },
      { path: "/lead/list", loader, Component: () => null },
    ],
    { initialEntries: [start], hydrationData: { loaderData: {} } },
  );
}

async function atRest(router: DataRouter): Promise<string> {
  await expect.poll(() => router.state.initialized && router.state.navigation.state).toBe("idle");
  return `${router.state.location.pathname}${router.state.location.search}`;
}

test("the second of two changes keeps the first one, although that is still in progress", async () => {
  const router = slowRouter("/staff/list?new=1&keywords=mei");
  await atRest(router);
  moveTo(router, (before) => withParts(before, { new: null }), { replace: true });
  expect(router.state.navigation.state).toBe("loading");
  moveTo(router, (before) => withParts(before, { person: "7" }), { replace: true });
  expect(await atRest(router)).toBe("/staff/list?keywords=mei&person=7");
});

test("a change by a page that is being left does not bring the reader back", async () => {
  const router = slowRouter("/staff/list?keywords=mei");
  await atRest(router);
  void router.navigate("/lead/list");
  moveTo(router, (before) => withParts(before, { keywords: "ling" }), { replace: true });
  expect(await atRest(router)).toBe("/lead/list");
});

test("a change adds a history step only if requested", async () => {
  const router = slowRouter("/staff/list");
  await atRest(router);
  moveTo(router, (before) => withParts(before, { person: "7" }), { replace: false });
  await atRest(router);
  moveTo(router, (before) => withParts(before, { edit: "1" }), { replace: true });
  expect(await atRest(router)).toBe("/staff/list?person=7&edit=1");
  void router.navigate(-1);
  await expect.poll(() => router.state.historyAction).toBe("POP");
  expect(await atRest(router)).toBe("/staff/list");
});

test("a change that changes nothing does not navigate", async () => {
  const router = slowRouter("/staff/list?keywords=mei");
  await atRest(router);
  const navigate = vi.spyOn(router, "navigate");
  moveTo(router, (before) => withParts(before, { keywords: "mei" }), { replace: true });
  expect(navigate).not.toHaveBeenCalled();
});
