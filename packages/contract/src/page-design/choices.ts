import type { Texts } from "../language.ts";
import { type TemplateName, templates } from "./templates.ts";
import { type ThemeName, themes } from "./themes.ts";

/** The names of the designs. */
export const themeTexts: Readonly<Record<ThemeName, Texts>> = {
  daylight: { "zh-tw": "日光", "zh-cn": "日光", en: "Daylight" },
  camp: { "zh-tw": "營地", "zh-cn": "营地", en: "Camp" },
  studio: { "zh-tw": "畫室", "zh-cn": "画室", en: "Studio" },
  recital: { "zh-tw": "音樂會", "zh-cn": "音乐会", en: "Recital" },
  playground: { "zh-tw": "遊樂場", "zh-cn": "游乐场", en: "Playground" },
  academy: { "zh-tw": "學院", "zh-cn": "学院", en: "Academy" },
  sprint: { "zh-tw": "衝刺", "zh-cn": "冲刺", en: "Sprint" },
  harbour: { "zh-tw": "海港", "zh-cn": "海港", en: "Harbour" },
};

/** The names of the templates. */
export const templateTexts: Readonly<Record<TemplateName, Texts>> = {
  blank: { "zh-tw": "空白", "zh-cn": "空白", en: "Blank" },
  camp: { "zh-tw": "暑期營", "zh-cn": "暑期营", en: "Summer camp" },
  trial: { "zh-tw": "試堂", "zh-cn": "试听课", en: "Trial lesson" },
  language: { "zh-tw": "語言課程", "zh-cn": "语言课程", en: "Language course" },
  music: { "zh-tw": "音樂", "zh-cn": "音乐", en: "Music" },
  sports: { "zh-tw": "運動", "zh-cn": "运动", en: "Sports" },
  exam: { "zh-tw": "考試班", "zh-cn": "考试班", en: "Exam preparation" },
  openDay: { "zh-tw": "開放日", "zh-cn": "开放日", en: "Open day" },
  early: { "zh-tw": "幼兒", "zh-cn": "幼儿", en: "Early years" },
};

/** A thumbnail of a design, as the address of a picture: its background, text, button, and the place of its first picture. */
export function themePicture(name: ThemeName): string {
  const { paper, soft, ink, quiet, accent, radius, hero } = themes[name];
  const corner = Math.min(radius, 12) / 2;
  const words = { split: [10, "start"], cover: [10, "start"], centre: [60, "middle"] } as const;
  const [x, anchor] = words[hero];
  const left = (width: number) => (anchor === "middle" ? x - width / 2 : x);
  const picture = {
    split: `<rect x="68" y="12" width="42" height="36" rx="${corner}" fill="${quiet}" opacity=".45"/>`,
    cover: `<rect width="120" height="58" fill="${quiet}" opacity=".45"/>`,
    centre: `<rect x="25" y="40" width="70" height="18" rx="${corner}" fill="${quiet}" opacity=".45"/>`,
  }[hero];
  const line = (y: number, width: number, colour: string) =>
    `<rect x="${left(width)}" y="${y}" width="${width}" height="5" rx="2.5" fill="${colour}"/>`;
  const press = `<rect x="${left(28)}" y="${hero === "centre" ? 27 : 38}" width="28" height="9" rx="${corner}" fill="${accent}"/>`;
  const top = hero === "centre" ? 9 : 16;
  const cards = [10, 46, 82].map(
    (at) =>
      `<rect x="${at}" y="66" width="28" height="16" rx="${corner}" fill="${paper}" stroke="${quiet}" stroke-opacity=".4"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90"><rect width="120" height="90" fill="${paper}"/><rect y="58" width="120" height="32" fill="${soft}"/>${picture}${line(top, 46, ink)}${line(top + 9, 34, ink)}${press}${cards.join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The thumbnail of a template's design. */
export function templatePicture(name: TemplateName): string {
  return themePicture(templates[name]);
}
