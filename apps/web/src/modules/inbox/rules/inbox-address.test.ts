import { expect, it } from "vitest";
import { filterOf, isPersonShown, openedOf, withFilterTab, withOpened, withPerson } from "./inbox-address.ts";

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
  ["", "All"],
  ["filter=NoReply", "NoReply"],
  ["filter=constructor", "All"],
])("%j is the tab %s", (address, filter) => expect(filterOf(read(address))).toBe(filter));

it("keeps the filters when another conversation is opened, and drops what was about the one before", () => {
  const opened = openedOf(read(`conversation=${id}`));
  const conversationId = opened && "conversationId" in opened ? opened.conversationId : null;
  const next = withOpened(read(`filter=My&lead=${id}&person=1&keywords=x`), conversationId);
  expect(next.toString()).toBe(`filter=My&keywords=x&conversation=${id}`);
  expect(withOpened(next, null).toString()).toBe("filter=My&keywords=x");
});

it("says the usual by saying nothing", () => {
  expect(withFilterTab(read("filter=My"), "All").toString()).toBe("");
  expect(isPersonShown(withPerson(read(""), true))).toBe(true);
  expect(withPerson(read("person=1"), false).toString()).toBe("");
});
