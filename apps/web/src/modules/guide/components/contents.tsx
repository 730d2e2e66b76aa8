import { type GuideChapter, guideChapters } from "@homeroom/contract/guide-chapters";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import type { Section } from "../rules/read-chapter.ts";
import styles from "./contents.module.css";

interface ContentsProps {
  current: GuideChapter;
  sections: readonly Section[];
}

/** The chapters, and below the one being read its sections. On a phone it is folded, so that the text comes first. */
export function Contents({ current, sections }: ContentsProps) {
  const { t } = useTranslation("guide");
  const narrow = useNarrow(992);
  return (
    <nav
      className={`${layout.fixed} ${layout.scrollY} ${layout.sticky} ${layout.width220} ${styles.contents}`}
      aria-label={t("contents")}
    >
      <details key={`${current} ${narrow}`} open={!narrow}>
        <summary className={`${layout.quiet} ${layout.pointer} ${styles.summary}`}>{t("contents")}</summary>
        <ol className={`${layout.noPadding} ${layout.unmarked}`}>
          {guideChapters.map((chapter) => (
            <li key={chapter}>
              <Link
                to={`/guide/${chapter}`}
                className={`${layout.block} ${layout.round8} ${layout.textColour} ${layout.pad6x12} ${layout.hoverable} ${styles.chapter}`}
                aria-current={chapter === current ? "page" : undefined}
              >
                {t(`chapters.${chapter}`)}
              </Link>
              {chapter === current && (
                <ul className={`${layout.noPadding} ${layout.unmarked}`} aria-label={t("sections")}>
                  {sections.map(({ id, title }) => (
                    <li key={id}>
                      <a
                        className={`${layout.quiet} ${layout.block} ${layout.round8} ${layout.text13} ${layout.hoverable} ${styles.section}`}
                        href={`#${id}`}
                      >
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
