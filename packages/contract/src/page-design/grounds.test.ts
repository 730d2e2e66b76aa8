import { expect, test } from "vitest";
import { FileId } from "../ids.ts";
import { renderPage } from "./render-page.ts";
import { sectionsOfTemplate } from "./templates.ts";
import { type ThemeName, themeNames } from "./themes.ts";

const picture = FileId.parse("01a214f5-9f61-7366-bd13-5a0000000000");

/** The styles of a camp page in a design. */
function stylesOf(theme: ThemeName, heroPicture: FileId | null): string {
  const [hero, ...others] = sectionsOfTemplate("camp", "zh-tw");
  if (hero?.type !== "hero") throw new Error("The template begins with something else");
  const content = {
    ...{ name: "夏令營", theme, language: "zh-tw" as const, title: "", description: "", consentText: "" },
    ...{ sections: [{ ...hero, picture: heroPicture }, ...others], buttonAction: "form" as const },
  };
  const page = renderPage(content, {
    ...{ url: "", path: "/p/a/camp", version: 1, script: "", sharePicture: null, icon: null, trackingCode: "" },
    ...{ editing: false, pictures: new Map([[picture, { url: "/a.jpg", width: 4, height: 3 }]]) },
  });
  return /<style>(.*)<\/style>/s.exec(page)?.[1] ?? "";
}

test("each design draws a first section without a picture in its own way", () => {
  const drawn = themeNames.map((theme) => /url\("data:image\/svg\+xml,([^"]+)"\)/.exec(stylesOf(theme, null))?.[1]);
  expect(new Set(drawn).size).toBe(themeNames.length);
  for (const svg of drawn) expect(decodeURIComponent(svg ?? "")).toMatch(/^<svg [^>]*>.+<\/svg>$/s);
});

test("the school's own picture replaces it", () => {
  expect(stylesOf("camp", picture)).not.toContain("data:image");
});
