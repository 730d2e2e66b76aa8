import { type GuideChapter, guideChapters } from "@homeroom/contract/guide-chapters";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import type { Section } from "../rules/read-chapter.ts";
import styles from "./contents.module.css";

interface ContentsProps {
  current: GuideChapter;
  sections: readonly Section[];
}

/** The chapters, and below the one being read its sections. On a phone it is collapsed, so that the text comes first. */
export function Contents({ current, sections }: ContentsProps) {
  const { t } = useTranslation("guide");
  const narrow = useNarrow(992);
  return (
    <nav className={laid("fixed scrollY sticky width220 notOnPaper", styles.contents)} aria-label={t("contents")}>
      <details key={`${current} ${narrow}`} open={!narrow}>
        <summary className={laid("quiet pointer", styles.summary)}>{t("contents")}</summary>
        <ol className={laid("noPadding unmarked")}>
          {guideChapters.map((chapter) => (
            <li key={chapter}>
              <Link
                to={`/guide/${chapter}`}
                className={laid("block round8 textColour pad6x12 hoverable", styles.chapter)}
                aria-current={chapter === current ? "page" : undefined}
              >
                {t(`chapters.${chapter}`)}
              </Link>
              {chapter === current && (
                <ul className={laid("noPadding unmarked")} aria-label={t("sections")}>
                  {sections.map(({ id, title }) => (
                    <li key={id}>
                      <a className={laid("quiet block round8 text13 hoverable", styles.section)} href={`#${id}`}>
                        {title}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
