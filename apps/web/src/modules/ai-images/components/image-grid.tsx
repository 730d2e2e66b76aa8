import type { ImageRow } from "@homeroom/contract/ai-images";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { ListState } from "#ui/data-table/list-state.ts";
import { MoreProblem } from "#ui/data-table/more-problem.tsx";
import { laid } from "#ui/laid.ts";
import { ImageCard } from "./image-card.tsx";
import styles from "./image-grid.module.css";

interface ImageGridProps {
  list: ListState<ImageRow>;
  label: string;
  onOpen: (image: ImageRow) => void;
}

/** Images side by side, newest first. */
export function ImageGrid({ list, label, onOpen }: ImageGridProps) {
  const { t } = useTranslation("aiImages");
  return (
    <div className={laid("fill above12 scrollDown")}>
      <ul
        className={laid("listed gap12", styles.grid)}
        aria-label={label}
        data-refreshing={list.refreshing || undefined}
      >
        {list.rows.map((image) => (
          <li className={laid("narrowable gridBox")} key={image.recordID}>
            <ImageCard image={image} onOpen={() => onOpen(image)} />
          </li>
        ))}
      </ul>
      <MoreProblem {...list} />
      {list.hasMore && list.moreError === null && (
        <p className={laid("textCentre above16 below16")}>
          <Button onClick={list.loadMore}>{t("more")}</Button>
        </p>
      )}
    </div>
  );
}
