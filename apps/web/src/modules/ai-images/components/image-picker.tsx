import type { ImageRow } from "@homeroom/contract/ai-images";
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import type { LibraryPicture } from "#ui/picture-upload/picture-library.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { takeImage, useImages } from "../api.ts";
import { ImageGrid } from "./image-grid.tsx";
import styles from "./image-picker.module.css";

interface ImagePickerProps {
  /** The copy that was made, or null when the person closed it. */
  onPicked: (picture: LibraryPicture | null) => void;
}

/** Chooses a picture from the library for any picture field. */
export function ImagePicker({ onPicked }: ImagePickerProps) {
  const { t } = useTranslation("aiImages");
  const { failed } = useFeedback();
  const [keywords, setKeywords] = useState("");
  const [busy, setBusy] = useState(false);
  const list = listStateOf<ImageRow>(useImages({ status: "done", ...(keywords && { keywords }) }));
  const take = async ({ recordID }: ImageRow) => {
    if (busy) return;
    setBusy(true);
    try {
      onPicked(await takeImage(recordID));
    } catch (reason) {
      failed(reason);
      setBusy(false);
    }
  };
  return (
    <Modal open title={t("pick.title")} width={760} footer={null} onCancel={() => onPicked(null)}>
      <SearchBox value={keywords} placeholder={t("search")} onSearch={setKeywords} shortcut={false} />
      <div className={laid("column above12", styles.body)} aria-busy={busy}>
        {list.error && list.rows.length === 0 && <ErrorState message={list.error} onRetry={list.retry} />}
        {list.loading && <Skeleton height={240} />}
        {!list.loading && !list.error && list.rows.length === 0 && (
          <EmptyState title={t(keywords ? "noMatch.title" : "none.title")} detail={t("pick.none")} />
        )}
        {list.rows.length > 0 && <ImageGrid list={list} label={t("pick.title")} onOpen={(image) => void take(image)} />}
      </div>
    </Modal>
  );
}
