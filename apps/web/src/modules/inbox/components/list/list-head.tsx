import { useTranslation } from "react-i18next";
import { FilterChip } from "#ui/filter-bar/filter-chip.tsx";
import { type FilterDefinition, searchKey } from "#ui/filter-bar/filters.ts";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { useLabelOptions, useSalesOptions } from "../../api/person.ts";
import { addressKeys } from "../../rules/inbox-address.ts";
import { AlertSettings } from "./alert-settings.tsx";
import styles from "./list-pane.module.css";

/** Search, and the filters that narrow a tab further. */
export function ListHead() {
  const { t } = useTranslation("inbox");
  const people = useSalesOptions();
  const labels = useLabelOptions();
  const sales: FilterDefinition = { key: addressKeys.sales, label: t("list.sales"), kind: "many", options: people };
  const label: FilterDefinition = {
    key: addressKeys.label,
    label: t("list.labels"),
    kind: "many",
    options: labels,
  };
  const definitions = [sales, label];
  const filters = useUrlFilters(definitions);
  // A chip without a choice is worth its place only when there is something to choose.
  const shown = definitions.filter(
    ({ key, options }) => (options?.length ?? 0) > 0 || (filters.values[key]?.length ?? 0) > 0,
  );

  return (
    <div className={styles.head} role="search">
      <div className={styles.search}>
        <SearchBox
          value={filters.keywords}
          placeholder={t("list.search")}
          onSearch={(words) => filters.set(searchKey, [words])}
        />
      </div>
      <AlertSettings />
      {shown.length > 0 && (
        <div className={styles.chips}>
          {shown.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              values={filters.values[filter.key] ?? []}
              onChange={(values) => filters.set(filter.key, values)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
