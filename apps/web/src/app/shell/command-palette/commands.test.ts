import { expect, it } from "vitest";
import type { MenuEntry } from "../../routes/menu-tree.ts";
import { offered, pageOptions } from "./commands.ts";
import type { PaletteOption } from "./option.ts";

const buildEntry = (title: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name: title,
  path: `/${title}`,
  title,
  icon: "menu",
  hidden: false,
  keepAlive: false,
  affix: false,
  alwaysShow: false,
  params: null,
  trail: [],
  children: [],
  ...more,
});
const entries = [
  buildEntry("Dashboard"),
  buildEntry("Leads", { children: [buildEntry("Lead list"), buildEntry("Settings of leads")] }),
  buildEntry("Documents", { external: "https://docs.example" }),
];
const commands = pageOptions(entries, ({ title }) => title);
const found: PaletteOption[] = [{ key: "lead-1", kind: "lead", title: "Zoe", detail: "", icon: "client" }];

it("offers pages only, with the catalogues above them", () => {
  expect(commands.map(({ title, detail }) => [title, detail])).toEqual([
    ["Dashboard", ""],
    ["Lead list", "Leads"],
    ["Settings of leads", "Leads"],
  ]);
});

it.each([
  ["", ["Dashboard", "Lead list", "Settings of leads"]],
  ["LEAD", ["Lead list", "Settings of leads"]],
  ["list", ["Lead list"]],
  ["zzz", []],
])("%j finds %j", (words, titles) =>
  expect(offered(words, { recent: [], commands, found: [] }).map(({ title }) => title)).toEqual(titles),
);

it("puts recently opened lines first, once, and the server's results last", () => {
  const recent = [...found, ...commands.slice(2)];
  const titles = (words: string) => offered(words, { recent, commands, found }).map(({ title }) => title);
  expect(titles("")).toEqual(["Zoe", "Settings of leads", "Dashboard", "Lead list"]);
  expect(titles("lead")).toEqual(["Settings of leads", "Lead list", "Zoe"]);
});
