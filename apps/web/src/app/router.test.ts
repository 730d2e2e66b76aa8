import { webPages } from "@homeroom/contract/web-pages";
import type { RouteObject, ShouldRevalidateFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { appRoutes } from "./router.tsx";

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])]);
}

test("the server knows every page of the router, and no other", () => {
  const routes = appRoutes(() => {
    throw new Error("Nothing navigates");
  });
  const pages = pathsOf(routes).filter((path) => path !== "*");
  expect(pages.toSorted()).toEqual(webPages.toSorted());
});

test("the guard runs for each page, and for a changed query only on the sign-in page", () => {
  const [root] = appRoutes(() => {
    throw new Error("Nothing navigates");
  });
  const asks = (from: string, to: string) =>
    root?.shouldRevalidate?.({
      currentUrl: new URL(from, "http://homeroom.test"),
      nextUrl: new URL(to, "http://homeroom.test"),
    } as ShouldRevalidateFunctionArgs);
  expect(asks("/lead/list", "/lead/list?lead=1")).toBe(false);
  expect(asks("/lead/list?lead=1", "/dashboard")).toBe(true);
  expect(asks("/login", "/login?key=1&organizationid=2")).toBe(true);
  expect(asks("/login?key=1", "/login?key=1")).toBe(false);
});
