import type { Language } from "../language.ts";
import { emptySection, type Section } from "./sections.ts";
import type { TemplateTexts } from "./template-texts.ts";
import { templateTextsEn } from "./template-texts-en.ts";
import { templateTextsZhCn } from "./template-texts-zh-cn.ts";
import { templateTextsZhTw } from "./template-texts-zh-tw.ts";
import type { ThemeName } from "./themes.ts";

/** The templates of a new page, each with the design that suits it. Their names are in the web app's texts. */
export const templates = {
  blank: "daylight",
  camp: "camp",
  trial: "daylight",
  language: "harbour",
  music: "recital",
  sports: "sprint",
  exam: "academy",
  openDay: "studio",
  early: "playground",
} as const satisfies Record<string, ThemeName>;

/** The default category of a page made from a template, by its code in the list of a new organisation. */
export const templateCategories = {
  blank: "other",
  camp: "camp",
  trial: "trialLesson",
  language: "course",
  music: "course",
  sports: "course",
  exam: "course",
  openDay: "openDay",
  early: "course",
} as const satisfies Record<keyof typeof templates, string>;

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as [TemplateName, ...TemplateName[]];

const textsOf: Readonly<Record<Language, Readonly<Record<Exclude<TemplateName, "blank">, TemplateTexts>>>> = {
  "zh-tw": templateTextsZhTw,
  "zh-cn": templateTextsZhCn,
  en: templateTextsEn,
};

/** The sections that a page starts with. */
export function sectionsOfTemplate(template: TemplateName, language: Language): Section[] {
  if (template === "blank") return [emptySection("hero", "hero"), emptySection("form", "form")];
  const texts = textsOf[language][template];
  return [
    { ...hero(), ...texts.hero },
    { id: "points", type: "text", ...texts.points },
    { ...emptyOffer(), ...texts.offer },
    { id: "timetable", type: "timetable", title: texts.timetable.title, items: rowsOf(texts.timetable.rows) },
    {
      id: "questions",
      type: "questions",
      title: texts.questions.title,
      items: texts.questions.items.map(([question, answer]) => ({ question, answer })),
    },
    { id: "form", type: "form", fields: ["name", "phone", "child", "message"], thanks: "", ...texts.form },
  ];
}

const hero = () => ({ id: "hero", type: "hero" as const, picture: null });
const emptyOffer = () => ({ id: "offer", type: "offer" as const, price: "", usualPrice: "" });

function rowsOf(rows: TemplateTexts["timetable"]["rows"]) {
  return rows.map(([day, time, course]) => ({ day, time, course, place: "" }));
}
