import { webPages } from "@homeroom/contract/web-pages";
import type { RouteObject } from "react-router";
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
