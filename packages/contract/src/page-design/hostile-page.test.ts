import { expect, test } from "vitest";
import type { PageContent, PageSurroundings } from "./page-content.ts";
import { renderPage } from "./render-page.ts";
import { fieldsOfSection, Section, type SectionField, sectionTypes, wordControls } from "./sections.ts";

const hostileTexts = [
  `"><script>alert(1)</script>`,
  `'><img src=x onerror=alert(1)>`,
  `</title></style></textarea><svg onload=alert(1)>`,
  `" onfocus="alert(1)" autofocus="`,
  `[x](javascript:alert(1))`,
  `[x](https://a.hk/"onclick=alert(1))`,
  `<!--><iframe srcdoc="<script>alert(1)</script>">`,
];

/** A value for every text field, with `words` in each. */
function filled(fields: readonly SectionField[], words: string): object {
  return Object.fromEntries(
    fields.flatMap(({ key, control, max, itemFields }): [string, unknown][] => {
      if (wordControls.includes(control)) return [[key, words.slice(0, max)]];
      return control === "items" ? [[key, [filled(itemFields, words)]]] : [];
    }),
  );
}

function pageOf(words: string, editing: boolean): string {
  const sections = sectionTypes.map((type, index) =>
    Section.parse({ ...filled(fieldsOfSection(type), words), id: `part${index}`, type }),
  );
  const content: PageContent = {
    name: words,
    theme: "camp",
    language: "zh-tw",
    sections,
    buttonAction: "whatsapp",
    title: words,
    description: words,
    consentText: words,
  };
  const around: PageSurroundings = {
    url: "https://pages.example/p/school/page",
    path: "/p/school/page",
    version: 1,
    pictures: new Map(),
    script: "/p/page.js",
    sharePicture: null,
    icon: null,
    trackingCode: "",
    editing,
  };
  return renderPage(content, around);
}

/** The tags of a page with the names of their attributes, without their content. */
const skeleton = (page: string) => page.replaceAll(/="[^"]*"/g, "=").match(/<[^>]*>/g);

test.each(hostileTexts)("in every field of every section %j stays text", (words) => {
  for (const editing of [false, true])
    expect(skeleton(pageOf(words, editing))).toEqual(skeleton(pageOf("好", editing)));
});
