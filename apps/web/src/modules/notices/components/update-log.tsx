import { Drawer } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useUpdateLog } from "../api/queries.ts";
import { markUpdatesSeen } from "../api/seen-updates.ts";
import styles from "./update-log.module.css";

/** What is new in each version of the product. Opening it marks the current version as seen. */
export function UpdateLog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("notices");
  const narrow = useNarrow(576);
  const { data, error, isPending, refetch } = useUpdateLog();
  useEffect(markUpdatesSeen, []);
  return (
    <Drawer open onClose={onClose} size={narrow ? "100%" : 440} title={t("updates.title")}>
      {isPending && <Skeleton height={120} />}
      {error && <ErrorState message={error} onRetry={() => void refetch()} />}
      {data?.map((update) => (
        <article key={update.version} className={laid("ruled", styles.version)}>
          <header className={laid("row quiet figures")}>
            <TintTag color="blue">{update.version}</TintTag>
            <time dateTime={update.date}>{update.date}</time>
          </header>
          <h2 className={laid("title", styles.title)}>{update.title}</h2>
          <ul className={laid("leading24", styles.lines)}>
            {update.content.split("\n").map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </article>
      ))}
    </Drawer>
  );
}
