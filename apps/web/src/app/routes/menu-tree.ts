import type { RouteNode } from "@homeroom/contract/menus";
import { findView, type ViewRegistry } from "./view-registry.ts";

/** What the shell knows about a route, for menu, breadcrumb, tags and title. */
export interface RouteFacts {
  name: string;
  /** Full path, which may contain parameters: "/lead/edit/:leadId". */
  path: string;
  /** Key of the title, or the title itself. */
  title: string;
  titles?: RouteNode["meta"]["titles"];
  icon: string;
  hidden: boolean;
  keepAlive: boolean;
  /** Its tag comes first and cannot be closed. */
  affix: boolean;
  /** Query of the menu's link. */
  params: Record<string, string> | null;
  /** Name of the view; undefined for catalogues and links that leave the product. */
  view?: string;
  /** Paths of the catalogues above, the topmost first. */
  trail: string[];
  /** Where a catalogue leads. */
  redirect?: string;
}

export interface MenuEntry extends RouteFacts {
  /** Address outside the product. */
  external?: string;
  /** A catalogue that is shown even if it has a single child. */
  alwaysShow: boolean;
  children: MenuEntry[];
}

/** The server's tree with full paths and the details that the shell needs. */
export function menuTree(nodes: readonly RouteNode[], above: readonly string[] = []): MenuEntry[] {
  return nodes.map((node) => {
    const external = /^https?:\/\//.test(node.path) ? node.path : undefined;
    const path = external ?? fullPath(above.at(-1) ?? "", node.path);
    const { meta } = node;
    return {
      name: node.name,
      path,
      title: meta.title,
      icon: meta.icon,
      hidden: meta.hidden,
      keepAlive: meta.keepAlive === true,
      affix: false,
      alwaysShow: meta.alwaysShow,
      params: meta.params,
      trail: [...above],
      children: menuTree(node.children ?? [], [...above, path]),
      ...(meta.titles ? { titles: meta.titles } : {}),
      ...(node.redirect ? { redirect: node.redirect } : {}),
      ...(node.component && node.component !== "Layout" ? { view: node.component } : {}),
      ...(external ? { external } : {}),
    };
  });
}

function fullPath(parent: string, path: string): string {
  if (path.startsWith("/")) return path;
  return `${parent.replace(/\/$/, "")}/${path}`;
}

/** Every entry of a tree, parents before children. */
export function flat(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}

/**
 * What the sidebar shows: hidden entries, entries whose view is not built, and catalogues without visible children are
 * left out; a catalogue with exactly one visible child is replaced by the child unless it is always to be shown.
 */
export function visibleMenu(entries: readonly MenuEntry[], registry: ViewRegistry): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.hidden) return [];
    const children = visibleMenu(entry.children, registry);
    const opens =
      entry.external !== undefined || (entry.view !== undefined && findView(registry, entry.view) !== undefined);
    if (children.length === 0) return opens ? [{ ...entry, children }] : [];
    const [only] = children;
    if (only && children.length === 1 && !entry.alwaysShow) return [{ ...only, icon: only.icon || entry.icon }];
    return [{ ...entry, children }];
  });
}

/** The first entry that opens something, for a catalogue without a redirect of its own and for the mixed layout. */
export function firstLeaf(entries: readonly MenuEntry[]): MenuEntry | undefined {
  for (const entry of entries) {
    if (entry.external) continue;
    if (entry.children.length === 0) return entry;
    const leaf = firstLeaf(entry.children);
    if (leaf) return leaf;
  }
  return undefined;
}

/** The address of a menu entry, with the query of its record. */
export function menuAddress(entry: MenuEntry): string {
  if (entry.external) return entry.external;
  const query = entry.params ? new URLSearchParams(entry.params).toString() : "";
  return query ? `${entry.path}?${query}` : entry.path;
}
