import { type GuideChapter, guideChapters } from "@homeroom/contract/guide-chapters";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { shownLanguage } from "#platform/i18n/i18n.ts";
import { usePreference } from "#platform/preferences.ts";
import { productName } from "#platform/product.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PagePreferences } from "#ui/public-page/page-preferences.tsx";
import { ChapterText } from "../components/chapter-text.tsx";
import { Contents } from "../components/contents.tsx";
import { readChapter } from "../rules/read-chapter.ts";
import styles from "./guide.module.css";

const sources = import.meta.glob<string>("../chapters/*/*.md", { query: "?raw", import: "default" });

/** A chapter in the reader's language. */
export async function loadChapter(name: GuideChapter) {
  const language = shownLanguage();
  const load = sources[`../chapters/${language}/${name}.md`];
  if (!load) throw new Error(`The guide has no chapter ${language}/${name}.`);
  return { name, language, chapter: readChapter(await load()) };
}

/** A chapter of the guide. It is outside the product's shell, open to everybody, and needs no component kit. */
export function Guide() {
  const { t } = useTranslation("guide");
  const { name, language, chapter } = useLoaderData<typeof loadChapter>();
  useChosenLanguage(language);
  const place = guideChapters.indexOf(name);
  return (
    <div className={styles.page}>
      <a className={laid("pad8x12 round8 raised absolute shadow notOnPaper", styles.skip)} href="#text">
        {t("skip")}
      </a>
      <header className={laid("middleWrap lineBelow gap4x8 surface notOnPaper", styles.bar)}>
        <Link className={laid("row strong textColour")} to="/" aria-label={t("open")} title={t("open")}>
          <img src="/homeroom.svg" width={28} height={28} alt="" />
          <span>{productName}</span>
        </Link>
        <span className={laid("quiet oneLine flex1", styles.name)}>{t("title")}</span>
        <PagePreferences />
      </header>
      <div className={laid("flexBox alignStart marginAuto", styles.columns)}>
        <Contents current={name} sections={chapter.sections} />
        <main id="text" tabIndex={-1} className={laid("grow noOutline", styles.text)}>
          <div className={laid("rowWrap justifyBetween")}>
            <h1 className={laid("strong text24", styles.title)}>{t(`chapters.${name}`)}</h1>
            <button
              type="button"
              className={laid("edged round8 surface text13 pointer hoverable notOnPaper", styles.print)}
              onClick={() => window.print()}
            >
              {t("print")}
            </button>
          </div>
          <ChapterText {...chapter} />
          <Neighbours before={guideChapters[place - 1]} after={guideChapters[place + 1]} />
        </main>
      </div>
    </div>
  );
}

/** Each language has its own text of the chapter. */
function useChosenLanguage(loaded: string): void {
  const [language] = usePreference("language");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (language !== loaded) void revalidate();
  }, [language, loaded, revalidate]);
}

function Neighbours({ before, after }: { before: GuideChapter | undefined; after: GuideChapter | undefined }) {
  const { t } = useTranslation("guide");
  return (
    <div className={laid("flexBox wrap padTop16 lineAbove notOnPaper", styles.neighbours)}>
      {before && <Link to={`/guide/${before}`}>{t("previous", { chapter: t(`chapters.${before}`) })}</Link>}
      {after && (
        <Link className={layout.push} to={`/guide/${after}`}>
          {t("next", { chapter: t(`chapters.${after}`) })}
        </Link>
      )}
    </div>
  );
}
