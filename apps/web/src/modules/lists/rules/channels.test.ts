import { RecordId } from "@homeroom/contract/ids";
import type { LeadChannel } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { channelsWith } from "./channels.ts";

const channel = (name: string, below: string[] = []): LeadChannel => ({
  recordID: RecordId.parse(v7()),
  name,
  isDefault: false,
  children: below.map((one) => ({ recordID: RecordId.parse(v7()), name: one, isDefault: false })),
});
const channels = [channel("WhatsApp_chat", ["官網按鈕", "Facebook 廣告"]), channel("門市", ["傳單"])];
const names = (words: string) =>
  channelsWith(channels, words).map(({ name, children }) => [name, ...children.map((one) => one.name)]);

test("a search keeps the matching channels, with their parents", () => {
  expect(names("")).toHaveLength(2);
  expect(names("facebook")).toEqual([["WhatsApp_chat", "Facebook 廣告"]]);
  expect(names("門市")).toEqual([["門市", "傳單"]]);
  expect(names("沒有")).toEqual([]);
});
