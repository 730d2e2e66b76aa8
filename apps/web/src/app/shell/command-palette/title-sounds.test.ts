/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { soundsLike } from "./commands.ts";
import readings from "./title-sounds.json" with { type: "json" };

it.each([
  ["名單列表", "mingdan"],
  ["名單列表", "md"],
  ["名單列表", "mdlb"],
  ["名單列表", "ming d"],
  ["名單分配規則", "fenpei"],
  ["名單分配規則", "guiz"],
  ["名單列表", "mingdaan"],
  ["渠道設定", "keoi"],
])("%s sounds like %s", (title, letters) => expect(soundsLike(title, letters)).toBe(true));

it.each([
  ["名單列表", "mdx"],
  ["名單列表", "m"],
  ["名單列表", ""],
  ["Lead list", "ll"],
  ["名單列表", "mingming"],
])("%s does not sound like %j", (title, letters) => expect(soundsLike(title, letters)).toBe(false));

it("knows every character of the titles of pages and actions", () => {
  const texts = ["zh-tw", "zh-cn"].flatMap((language) => {
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../../../platform/i18n/${language}/${name}.json`, import.meta.url), "utf8"));
    return [JSON.stringify(read("route")), JSON.stringify(read("shell").palette.actions)];
  });
  const characters = new Set(texts.join("").match(/\p{Script=Han}/gu));
  expect([...characters].filter((one) => !(one in readings))).toEqual([]);
});
