import { type ComponentType, memo } from "react";
import { type RouteObject, replace } from "react-router";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { RouteFailure } from "../pages/route-failure.tsx";
import { firstLeaf, flat, type MenuEntry, menuAddress, type RouteFacts } from "./menu-tree.ts";
import { staticEntries } from "./static-entries.ts";
import { findView } from "./view-registry.ts";

/** Id of the route that draws sidebar, navbar and tags around its children. */
export const layoutId = "layout";
/** Id of the route that matches when no other does. */
export const unmatchedId = "unmatched";

/** The `handle` of a route inside the layout. */
export interface RouteHandle {
  facts: RouteFacts;
}

/** The layout's own children. */
export function staticRoutes(): RouteObject[] {
  return staticEntries.map(viewRoute);
}

/**
 * The routes of the server's menus, all direct children of the layout. A path that already exists keeps its static route; a
 * catalogue leads to its redirect or to the first entry below it.
 */
export function menuRoutes(menus: readonly MenuEntry[]): RouteObject[] {
  const taken = new Set(staticEntries.map(({ path }) => path));
  return flat(menus).flatMap((entry) => {
    if (entry.external || taken.has(entry.path)) return [];
    taken.add(entry.path);
    return [entry.view === undefined ? catalogueRoute(entry) : viewRoute(entry)];
  });
}

function viewRoute(entry: RouteFacts): RouteObject {
  return {
    path: entry.path,
    id: `view:${entry.path}`,
    handle: { facts: entry } satisfies RouteHandle,
    ErrorBoundary: RouteFailure,
    lazy: async () => ({ Component: screenOf(await componentOf(entry.view ?? "")) }),
  };
}

const screens = new WeakMap<ComponentType, ComponentType>();

/**
 * Memoises a component, so that the router does not render it again on every change of the address: its own hooks tell it
 * what changed. Returns the same result for the same component, so that a screen stays when the menus are read again.
 */
function screenOf(component: ComponentType): ComponentType {
  const known = screens.get(component) ?? memo(component);
  screens.set(component, known);
  return known;
}

/** Loads the screen of a menu entry before it is opened, for example when the pointer reaches its link. */
export function prefetchView({ view }: MenuEntry): void {
  if (!view) return;
  const parts = [componentOf(view), viewOf(view).then((found) => found?.prefetch?.())];
  // A failure is retried when the screen is opened, and shown there.
  for (const part of parts) part.catch(() => undefined);
}

/** The screen of a view with its texts; the 404 page when nobody has registered the view. */
async function componentOf(name: string) {
  const view = await viewOf(name);
  if (!view) return (await import("../pages/not-found.tsx")).NotFound;
  const [component] = await Promise.all([view.load(), loadTexts(view.texts)]);
  return component;
}

async function viewOf(name: string) {
  // Loaded lazily: the list of all screens is long, and the public pages need none of them.
  const { views } = await import("../views.ts");
  return findView(views, name);
}

function catalogueRoute(entry: MenuEntry): RouteObject {
  return {
    path: entry.path,
    id: `catalogue:${entry.path}`,
    loader: () => {
      const leaf = firstLeaf(entry.children.filter(({ hidden }) => !hidden));
      return replace(entry.redirect ?? (leaf ? menuAddress(leaf) : "/404"));
    },
  };
}
