import type { MenuOption } from "@homeroom/contract/menus";
import { describe, expect, it } from "vitest";
import {
  changesOf,
  copiedPermissions,
  countsOf,
  indexOf,
  lacksSeeing,
  matching,
  reapplied,
  stateOf,
  tickable,
  toggled,
} from "./permission-tree.ts";

function buildOption(value: string, more: Partial<MenuOption> = {}): MenuOption {
  return {
    value,
    label: value,
    type: "MENU",
    titles: null,
    perm: "",
    visible: 1,
    follows: false,
    grantable: true,
    ...more,
  };
}
const button = (perm: string, grantable = true) => buildOption(perm, { type: "BUTTON", perm, grantable });

const list = buildOption("list", {
  children: [button("crm:lead:query"), button("crm:lead:edit"), button("crm:lead:delete", false)],
});
const tree = [
  buildOption("lead", {
    type: "CATALOG",
    children: [list, buildOption("leadEdit", { follows: true }), buildOption("empty")],
  }),
  buildOption("hidden", { type: "CATALOG", children: [buildOption("page", { follows: true })] }),
];
const shown = tickable(tree);
const index = indexOf(shown);
const tick = (ticked: string[], id: string, on: boolean, linked = true) =>
  [...toggled(index, new Set(ticked), { id, on, linked })].sort();

it("leaves out what is granted automatically", () => {
  expect([...index.keys()]).toEqual(["lead", "list", "crm:lead:query", "crm:lead:edit", "crm:lead:delete", "empty"]);
});

describe("linked", () => {
  it("ticks everything below that the person may grant, and the parents", () => {
    expect(tick([], "list", true)).toEqual(["crm:lead:edit", "crm:lead:query", "lead", "list"]);
    expect(tick([], "lead", true)).toEqual(["crm:lead:edit", "crm:lead:query", "empty", "lead", "list"]);
  });

  it("ticks the view permission with any other", () => {
    expect(tick([], "crm:lead:edit", true)).toEqual(["crm:lead:edit", "crm:lead:query", "lead", "list"]);
  });

  it("unticks the parents with the last child", () => {
    expect(tick(["lead", "list", "crm:lead:query"], "crm:lead:query", false)).toEqual([]);
    expect(tick(["lead", "list", "empty", "crm:lead:query"], "list", false)).toEqual(["empty", "lead"]);
  });

  it("leaves what the person may not grant as it is", () => {
    expect(tick(["crm:lead:delete"], "crm:lead:delete", false)).toContain("crm:lead:delete");
    expect(tick(["lead", "list", "crm:lead:delete"], "lead", false)).toContain("crm:lead:delete");
  });
});

it("unlinked, changes only one item", () => {
  expect(tick([], "list", true, false)).toEqual(["list"]);
  expect(tick(["lead", "list"], "list", false, false)).toEqual(["lead"]);
});

it.each([
  [[], true, "off"],
  [["crm:lead:query"], true, "some"],
  [["list"], true, "some"],
  [["list"], false, "on"],
  [["list", "crm:lead:query", "crm:lead:edit", "crm:lead:delete"], true, "on"],
] as const)("with %j ticked and linked %s, a screen is %s", (ticked, linked, state) => {
  expect(stateOf(index, new Set(ticked), "list", linked)).toBe(state);
});

it("counts permissions", () => {
  expect(countsOf(index, new Set(["crm:lead:edit", "list"]), "lead")).toEqual({ ticked: 1, all: 3 });
});

it("says when a screen could be used but not seen", () => {
  expect(lacksSeeing(list, new Set(["crm:lead:edit"]))).toBe(true);
  expect(lacksSeeing(list, new Set(["crm:lead:edit", "crm:lead:query"]))).toBe(false);
  expect(lacksSeeing(list, new Set())).toBe(false);
});

it("keeps the person's changes on top of what another has saved", () => {
  const changes = changesOf(index, new Set(["list", "crm:lead:query"]), new Set(["list", "lead", "crm:lead:edit"]));
  expect(changes).toEqual({ added: ["crm:lead:edit"], removed: ["crm:lead:query"] });
  expect([...reapplied(new Set(["crm:lead:query", "empty"]), changes)]).toEqual(["empty", "crm:lead:edit"]);
});

it("copies what the person may grant", () => {
  const { ticked, left } = copiedPermissions(index, ["list", "crm:lead:delete", "crm:lead:query", "unknown"]);
  expect([...ticked]).toEqual(["list", "crm:lead:query"]);
  expect(left).toBe(1);
});

it("finds by words", () => {
  const found = matching(shown, " EDIT ", (option) => option.label);
  expect(found).toMatchObject([
    { value: "lead", children: [{ value: "list", children: [{ value: "crm:lead:edit" }] }] },
  ]);
  expect(matching(shown, "list", (option) => option.label)[0]?.children?.[0]?.children).toHaveLength(3);
});
