import { type ImageRow, imageModels, imageRatios, imageStates, imageTypes } from "@homeroom/contract/ai-images";
import { Progress } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { isWaiting, useImageQuota, useImages, useImageTags } from "../api.ts";
import { ImageGrid } from "../components/image-grid.tsx";
import { OpenedImage } from "../components/opened-image.tsx";
import styles from "../components/quota-line.module.css";
import { UploadButton } from "../components/upload-button.tsx";
import { bytesText, queryOf } from "../rules/image-form.ts";

/** The image library: images that were made or uploaded, or are being made. */
export function ImageLibrary() {
  const can = useCan();
  const { t } = useTranslation("aiImages");
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const list = listStateOf<ImageRow>(useImages(queryOf(filters.values, filters.keywords)));
  const { change } = useAddress();
  const generate = can("ad:aimedia:generate") && (
    <AddButton label={t("generate")} onClick={() => change({ new: "1", image: null })} />
  );
  const nothing = (
    <EmptyList
      filters={filters}
      noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
      none={{ title: t("none.title"), detail: t("none.detail"), action: generate }}
    />
  );
  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("total", { number: list.total, count: list.total })}
        actions={
          <>
            {can("ad:aimedia:upload") && <UploadButton />}
            {generate}
          </>
        }
      />
      <QuotaLine waiting={list.rows.filter(isWaiting).length} />
      <FilterBar id="aiImages" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
      {list.loading && <Skeleton height={320} />}
      {list.error && list.rows.length === 0 && <ErrorState message={list.error} onRetry={list.retry} />}
      {!list.loading && !list.error && list.rows.length === 0 && nothing}
      {list.rows.length > 0 && (
        <ImageGrid
          list={list}
          label={t("title")}
          onOpen={({ recordID }) => change({ image: recordID, new: null, overlay: null })}
        />
      )}
      <OpenedImage />
    </Page>
  );
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("aiImages");
  const tags = useImageTags();
  return useMemo(() => {
    const one = (key: string, values: readonly string[], texts: string): FilterDefinition => ({
      key,
      label: t(`fields.${key}`),
      kind: "one",
      options: values.map((value) => ({ value, label: t(`${texts}.${value}`) })),
    });
    return [
      {
        key: "tag",
        label: t("fields.tag"),
        kind: "many",
        options: (tags ?? []).map(({ value, label }) => ({ value, label })),
        pinned: true,
      },
      { ...one("type", imageTypes, "type"), pinned: true },
      one("status", imageStates, "status"),
      one("model", imageModels, "model"),
      {
        key: "ratio",
        label: t("fields.ratio"),
        kind: "one",
        options: imageRatios.map((value) => ({ value, label: value })),
      },
    ];
  }, [t, tags]);
}

/** How much of the month's allowance and of the space is used. */
function QuotaLine({ waiting }: { waiting: number }) {
  const { t } = useTranslation("aiImages");
  const quota = useImageQuota(waiting);
  if (!quota) return null;
  const { used, limit, storageUsed, storageLimit } = quota;
  return (
    <div className={laid("middleWrap small figures gap4x12 below12", styles.line)}>
      <span>{t("quota.images", { used, limit })}</span>
      <Progress
        className={styles.bar ?? ""}
        size="small"
        showInfo={false}
        percent={limit > 0 ? (used / limit) * 100 : 100}
        // The kit's green for completion would say the opposite.
        status={used >= limit ? "exception" : "normal"}
        aria-label={t("quota.images", { used, limit })}
      />
      <span>{t("quota.storage", { used: bytesText(storageUsed), limit: bytesText(storageLimit) })}</span>
    </div>
  );
}
