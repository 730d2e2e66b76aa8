import { emptySection, type Section } from "@homeroom/contract/page-design/sections";
import { expect, test } from "vitest";
import {
  moveSection,
  redo,
  startHistory,
  step,
  undo,
  withCopy,
  withField,
  withoutSection,
  withSection,
  wordsOf,
} from "./document.ts";

const sections = (): Section[] => [
  emptySection("hero", "hero"),
  emptySection("text", "text1"),
  emptySection("form", "form"),
];
const ids = (list: readonly Section[]) => list.map(({ id }) => id);

test("sections are added, copied, moved and removed at their place", () => {
  const list = sections();
  expect(ids(withSection(list, { type: "map", id: "map1", afterId: "hero" }))).toEqual([
    "hero",
    "map1",
    "text1",
    "form",
  ]);
  expect(ids(withSection(list, { type: "map", id: "map1", afterId: null })).at(-1)).toBe("map1");
  expect(ids(withCopy(list, { id: "text1", copyId: "text2" }))).toEqual(["hero", "text1", "text2", "form"]);
  expect(ids(moveSection(list, { id: "form", to: 0 }))).toEqual(["form", "hero", "text1"]);
  expect(moveSection(list, { id: "form", to: 9 })).toBe(list);
  expect(ids(withoutSection(list, "text1"))).toEqual(["hero", "form"]);
});

test("a field is set by its path, and nothing else is touched", () => {
  const list = withField(sections(), { id: "hero", path: "title", value: "暑期營" });
  expect(list[0]).toMatchObject({ title: "暑期營" });
  expect(withField(list, { id: "hero", path: "title", value: "暑期營" })).toBe(list);
  expect(withField(list, { id: "hero", path: "nothing", value: 1 })).toBe(list);
  const teachers = withField([emptySection("teachers", "team")], {
    id: "team",
    path: "items",
    value: [{ name: "Amy", role: "", detail: "", picture: null }],
  });
  expect(withField(teachers, { id: "team", path: "items.0.name", value: "Bob" })[0]).toMatchObject({
    items: [{ name: "Bob" }],
  });
});

test("steps are undone and redone, and typing in one field is one step", () => {
  const title = (value: string) => withField(sections(), { id: "hero", path: "title", value });
  let history = startHistory(sections());
  history = step(history, title("暑"), { about: "hero.title", now: 1000 });
  history = step(history, title("暑期"), { about: "hero.title", now: 1500 });
  history = step(history, title("暑期營"), { about: "hero.title", now: 9000 });
  expect(history.past).toHaveLength(2);
  history = undo(history);
  expect(wordsOf(history.present[0] as Section)).toBe("暑期");
  history = undo(history);
  expect(wordsOf(history.present[0] as Section)).toBe("");
  expect(undo(history)).toBe(history);
  history = redo(redo(history));
  expect(wordsOf(history.present[0] as Section)).toBe("暑期營");
  expect(redo(history)).toBe(history);
});

test("a section is named by its text, not by its picture or date", () => {
  const picture = {
    ...emptySection("picture", "pic1"),
    picture: "01a214f5-9f61-7366-bd13-5a0000000000",
    caption: "營火",
  };
  expect(wordsOf(picture as Section)).toBe("營火");
  const countdown = { ...emptySection("countdown", "cou1"), until: "2026-12-01T00:00:00.000Z" };
  expect(wordsOf(countdown as Section)).toBe("");
});
