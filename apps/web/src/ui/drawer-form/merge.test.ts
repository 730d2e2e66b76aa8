import { expect, it } from "vitest";
import { mergeValues, type Path } from "./merge.ts";

const base = { version: 1, nickname: "陳", notes: "", tag: ["a"], contact1: { name: "", phone: "" }, sales: null };
const paths: Path[] = [["nickname"], ["notes"], ["tag"], ["contact1", "name"], ["contact1", "phone"], ["sales"]];

function merge(mine: object, theirs: object) {
  return mergeValues({ base, mine: { ...base, ...mine }, theirs: { ...base, version: 2, ...theirs } }, paths);
}

it("takes what others have saved and keeps what is being edited, down to parts of a group", () => {
  const mine = { nickname: "陳小明", contact1: { name: "陳太", phone: "" } };
  const merged = merge(mine, { tag: ["a", "b"], contact1: { name: "", phone: "98765432" } });
  expect(merged.values).toEqual({
    ...base,
    version: 2,
    nickname: "陳小明",
    tag: ["a", "b"],
    contact1: { name: "陳太", phone: "98765432" },
  });
  expect(merged.taken).toEqual([["tag"], ["contact1", "phone"]]);
  expect(merged.both).toEqual([]);
});

it("names the fields that both changed differently, and keeps the writer's values", () => {
  const merged = merge({ notes: "我的", nickname: "同" }, { notes: "他們的", nickname: "同" });
  expect(merged.both).toEqual([{ path: ["notes"], mine: "我的", theirs: "他們的" }]);
  expect(merged.values).toMatchObject({ notes: "我的", nickname: "同" });
});

it("does not treat a cleared field or a different key order as a change", () => {
  const merged = merge({ notes: undefined, contact1: { phone: "", name: "" } }, { notes: "新" });
  expect(merged.values).toMatchObject({ notes: "新" });
  expect(merged.both).toEqual([]);
});

it("modifies neither side's values", () => {
  const theirs = { contact1: { name: "他", phone: "" } };
  merge({ contact1: { name: "我", phone: "" } }, theirs);
  expect(theirs).toEqual({ contact1: { name: "他", phone: "" } });
});
