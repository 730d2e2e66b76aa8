import { channelKinds } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { FilterChip } from "#ui/filter-bar/filter-chip.tsx";
import { type FilterDefinition, searchKey } from "#ui/filter-bar/filters.ts";
import { SavedViews } from "#ui/filter-bar/saved-views.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { useBranchOptions, useLabelOptions, useSalesOptions } from "../../api/person.ts";
import { addressKeys, viewKeys } from "../../rules/inbox-address.ts";
import { AlertSettings } from "./alert-settings.tsx";
import styles from "./list-pane.module.css";

/** Search, saved views, and the filters that narrow the list further. */
export function ListHead() {
  const { t } = useTranslation("inbox");
  const definitions = useDefinitions();
  const filters = useUrlFilters(definitions, viewKeys);
  // A chip without a choice is worth its place only when there is something to choose.
  const shown = definitions.filter(
    ({ key, options }) => (options?.length ?? 0) > 0 || (filters.values[key]?.length ?? 0) > 0,
  );
  const isNarrowed = definitions.some(({ key }) => (filters.values[key]?.length ?? 0) > 0);

  return (
    <div className={styles.head} role="search">
      <div className={styles.search}>
        <SearchBox
          value={filters.keywords}
          placeholder={t("list.search")}
          onSearch={(words) => filters.set(searchKey, [words])}
        />
      </div>
      <div className={styles.views}>
        <SavedViews id="inbox" filters={filters} />
      </div>
      <AlertSettings />
      <div className={styles.chips}>
        {shown.map((filter) => (
          <FilterChip
            key={filter.key}
            filter={filter}
            values={filters.values[filter.key] ?? []}
            onChange={(values) => filters.set(filter.key, values)}
          />
        ))}
        {isNarrowed && (
          <Button size="small" type="link" onClick={filters.clear}>
            {t("list.clear")}
          </Button>
        )}
      </div>
    </div>
  );
}

function useDefinitions(): FilterDefinition[] {
  const { t } = useTranslation("inbox");
  const people = useSalesOptions();
  const labels = useLabelOptions();
  const branches = useBranchOptions();
  return [
    { key: addressKeys.sales, label: t("list.sales"), kind: "many", options: people },
    ...(branches.length > 1
      ? [{ key: addressKeys.branch, label: t("list.branch"), kind: "one" as const, options: branches }]
      : []),
    { key: addressKeys.label, label: t("list.labels"), kind: "many", options: labels },
    {
      key: addressKeys.channel,
      label: t("list.channel"),
      kind: "one",
      options: channelKinds.map((kind) => ({ value: kind, label: t(`channelKind.${kind}`) })),
    },
  ];
}
