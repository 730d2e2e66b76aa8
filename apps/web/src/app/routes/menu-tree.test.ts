import type { RouteNode } from "@homeroom/contract/menus";
import { describe, expect, it } from "vitest";
import { firstLeaf, flat, menuAddress, menuTree, visibleMenu } from "./menu-tree.ts";
import type { ViewRegistry } from "./view-registry.ts";

type NodeParts = Partial<Omit<RouteNode, "meta">> & { meta?: Partial<RouteNode["meta"]> };

function buildNode(path: string, more: NodeParts = {}): RouteNode {
  const meta = { title: path, icon: "menu", hidden: false, alwaysShow: false, params: null, ...more.meta };
  return { path, name: path, component: "Layout", ...more, meta };
}
const view = (path: string, component: string, meta: Partial<RouteNode["meta"]> = {}) =>
  buildNode(path, { component, meta });
const registry: ViewRegistry = Object.fromEntries(
  ["lead/index", "lead/setting", "lead/edit", "chat/index"].map((name) => [
    name,
    { load: async () => () => null, texts: [] },
  ]),
);
const paths = (nodes: RouteNode[]) => visibleMenu(menuTree(nodes), registry).map((entry) => entry.path);

describe("menuTree", () => {
  it("turns relative and absolute paths into full ones", () => {
    const tree = menuTree([
      buildNode("/lead", { children: [view("list", "lead/index"), view("/lead/setting", "lead/setting")] }),
    ]);
    expect(flat(tree).map(({ path }) => path)).toEqual(["/lead", "/lead/list", "/lead/setting"]);
    expect(flat(tree)[1]?.trail).toEqual(["/lead"]);
  });

  it("keeps links that leave the product as they are", () => {
    const [entry] = menuTree([buildNode("https://docs.example/start", { component: undefined })]);
    expect(entry).toMatchObject({ external: "https://docs.example/start" });
  });

  it("adds the query to the menu's link", () => {
    const [entry] = menuTree([view("/lead/list", "lead/index", { params: { status: "1" } })]);
    expect(entry && menuAddress(entry)).toBe("/lead/list?status=1");
  });
});

describe("visibleMenu", () => {
  const twoViews = [view("list", "lead/index"), view("setting", "lead/setting")];

  it("shows a catalogue with several children", () => {
    expect(paths([buildNode("/lead", { children: twoViews })])).toEqual(["/lead"]);
  });

  it("replaces a catalogue with one visible child by the child", () => {
    const hidden = view("edit/:leadId", "lead/edit", { hidden: true });
    expect(paths([buildNode("/lead", { children: [view("list", "lead/index"), hidden] })])).toEqual(["/lead/list"]);
  });

  it("keeps it when it is always to be shown", () => {
    const node = buildNode("/lead", { children: [view("list", "lead/index")], meta: { alwaysShow: true } });
    expect(paths([node])).toEqual(["/lead"]);
  });

  it("leaves out views that are not built, and catalogues that are then empty", () => {
    expect(paths([buildNode("/staff", { children: [view("list", "staff/index")] }), view("/chat", "chat")])).toEqual([
      "/chat",
    ]);
  });

  it("leaves out hidden entries, with everything below them", () => {
    expect(paths([buildNode("/lead", { children: twoViews, meta: { hidden: true } })])).toEqual([]);
  });
});

it("finds the first entry that opens something", () => {
  const tree = menuTree([
    buildNode("https://docs.example", { component: undefined }),
    buildNode("/a", { children: [buildNode("/a/b", { children: [view("/a/b/c", "lead/index")] })] }),
  ]);
  expect(firstLeaf(tree)?.path).toBe("/a/b/c");
});
