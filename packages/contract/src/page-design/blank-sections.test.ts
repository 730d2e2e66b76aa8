import { expect, test } from "vitest";
import { renderPage } from "./render-page.ts";
import { emptySection, type Section, sectionTypes } from "./sections.ts";

/** The ids of the sections that a page shows. */
function shownOf(sections: Section[], editing: boolean): string {
  return renderPage(
    {
      ...{ name: "Camp", theme: "camp" as const, language: "en" as const, title: "", description: "", consentText: "" },
      ...{ sections, buttonAction: "form" as const },
    },
    {
      ...{ url: "", path: "/p/a/camp", version: 1, script: "", sharePicture: null, icon: null, trackingCode: "" },
      ...{ editing, pictures: new Map() },
    },
  );
}
const idsIn = (page: string) => [...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
const blank = sectionTypes.map((type) => emptySection(type, `${type}1`));

test("visitors see no empty bands: a section that nobody has filled in stays only if it has a button or a form", () => {
  expect(idsIn(shownOf(blank, false))).toEqual(["hero1", "offer1", "form1", "button1"]);
  expect(idsIn(shownOf(blank, true))).toEqual(sectionTypes.map((type) => `${type}1`));
});

test("an item that nobody has filled in does not show as an empty card", () => {
  const item = { name: "", role: "", detail: "", picture: null };
  const teachers: Section = { id: "team", type: "teachers", title: "", items: [item, { ...item, name: "Ms Lee" }] };
  const cards = (editing: boolean) => shownOf([teachers], editing).split('<li class="card">').length - 1;
  expect([cards(false), cards(true)]).toEqual([1, 2]);
  expect(idsIn(shownOf([{ ...teachers, items: [item, item] }], false))).toEqual([]);
});

test("visitors see no button for a form that the page does not have", () => {
  const hero: Section = {
    id: "hero",
    type: "hero",
    title: "Camp",
    subtitle: "",
    picture: null,
    button: "Save a place",
  };
  const buttons = (sections: Section[], editing: boolean) =>
    shownOf(sections, editing).split('class="press"').length - 1;
  const all = [hero, emptySection("offer", "offer1"), emptySection("button", "button1")];
  expect([buttons(all, false), buttons(all, true)]).toEqual([0, 3]);
  expect(buttons([...all, emptySection("form", "form1")], false)).toBe(4);
});
