import { expect, it } from "vitest";
import {
  channelOf,
  filtersOf,
  isPersonShown,
  messageOf,
  openedOf,
  stateOf,
  withFilterToggled,
  withOpened,
  withoutMessage,
  withPerson,
  withState,
} from "./inbox-address.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const read = (text: string) => new URLSearchParams(text);

it.each([
  ["", null],
  [`conversation=${id}`, { conversationId: id }],
  [`lead=${id}`, { leadId: id }],
  [`lead=${id}&conversation=${id}`, { conversationId: id }],
  ["conversation=7&lead=<script>", null],
])("%j opens %j", (address, opened) => expect(openedOf(read(address))).toEqual(opened));

it.each([
  ["", []],
  ["filter=NoReply", ["NoReply"]],
  ["filter=Under24h,NoReply,NoReply", ["NoReply", "Under24h"]],
  ["filter=constructor,All", []],
])("%j holds the filters %j", (address, filters) => expect(filtersOf(read(address))).toEqual(filters));

it.each([
  ["", false, "open"],
  ["", true, null],
  ["state=closed", true, "closed"],
  ["state=toString", false, "open"],
] as const)("%j shows, searching (%j), the state %j", (address, isSearch, state) =>
  expect(stateOf(read(address), isSearch)).toBe(state),
);

it.each([
  ["", "NoReply", "filter=NoReply"],
  ["filter=NoReply", "My", "filter=NoReply%2CMy"],
  ["filter=NoReply,My", "NoReply", "filter=My"],
  ["filter=Over24h,My", "Under24h", "filter=My%2CUnder24h"],
  ["filter=Over24h,My&label=x", "All", "label=x"],
] as const)("%j with %s becomes %j", (address, filter, next) =>
  expect(withFilterToggled(read(address), filter).toString()).toBe(next),
);

it("writes a state only if it is not the default, and removes it when it is chosen again", () => {
  expect(withState(read(""), "closed", false).toString()).toBe("state=closed");
  expect(withState(read("state=closed"), "open", false).toString()).toBe("");
  expect(withState(read("state=closed"), "closed", false).toString()).toBe("");
  expect(withState(read(""), "open", true).toString()).toBe("state=open");
});

it("reads valid ids of channels and messages, and removes the message once it was shown", () => {
  expect([channelOf(read("channel=line")), channelOf(read("channel=fax"))]).toEqual(["line", null]);
  expect([messageOf(read(`message=${id}`)), messageOf(read("message=1"))]).toEqual([id, null]);
  expect(withoutMessage(read(`filter=My&message=${id}`)).toString()).toBe("filter=My");
});

it("keeps the filters when another conversation is opened, and drops what belonged to the previous one", () => {
  const opened = openedOf(read(`conversation=${id}`));
  const conversationId = opened && "conversationId" in opened ? opened.conversationId : null;
  const next = withOpened(read(`filter=My&lead=${id}&person=1&keywords=x`), conversationId);
  expect(next.toString()).toBe(`filter=My&keywords=x&conversation=${id}`);
  expect(withOpened(next, null).toString()).toBe("filter=My&keywords=x");
});

it("does not write defaults", () => {
  expect(isPersonShown(withPerson(read(""), true))).toBe(true);
  expect(withPerson(read("person=1"), false).toString()).toBe("");
});
