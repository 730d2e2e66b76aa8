import { expect, it } from "vitest";
import type { MenuEntry } from "../../routes/menu-tree.ts";
import { commandsOf, found } from "./commands.ts";

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
const commands = commandsOf(entries, ({ title }) => title);

it("offers pages only, with the catalogues above them", () => {
  expect(commands.map(({ title, above }) => [title, above])).toEqual([
    ["Dashboard", []],
    ["Lead list", ["Leads"]],
    ["Settings of leads", ["Leads"]],
  ]);
});

it.each([
  ["", ["Dashboard", "Lead list", "Settings of leads"]],
  ["LEAD", ["Lead list", "Settings of leads"]],
  ["list", ["Lead list"]],
  ["zzz", []],
])("%j finds %j", (words, titles) => expect(found(commands, words).map(({ title }) => title)).toEqual(titles));
