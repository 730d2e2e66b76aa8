import { FilterOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import styles from "./filter-bar.module.css";
import { FilterChip } from "./filter-chip.tsx";
import { type FilterDefinition, searchKey } from "./filters.ts";
import { SavedViews } from "./saved-views.tsx";
import { SearchBox } from "./search-box.tsx";
import type { UrlFilters } from "./use-url-filters.ts";

interface FilterBarProps {
  /** The name under which saved views are stored. */
  id: string;
  filters: UrlFilters;
  definitions: readonly FilterDefinition[];
  /** What the search covers: "搜尋姓名、電話、電郵". */
  searchPlaceholder: string;
  /** Further controls at the right end, such as a view switch. */
  extra?: ReactNode;
  /** What a saved view stores in addition to the address. */
  partsToKeep?: () => Readonly<Record<string, string>>;
}

/** Search, filters as chips that can be removed, and saved views. The state is the address (`useUrlFilters`). */
export function FilterBar({ id, filters, definitions, searchPlaceholder, extra, partsToKeep }: FilterBarProps) {
  const { t } = useTranslation("ui");
  const narrow = useNarrow(576);
  const [added, setAdded] = useState<string | null>(null);
  const isActive = ({ key }: FilterDefinition) => (filters.values[key]?.length ?? 0) > 0;
  const shown = definitions.filter((filter) => isActive(filter) || filter.key === added || (filter.pinned && !narrow));
  const others = definitions.filter((filter) => !shown.includes(filter));
  const anything = Object.keys(filters.values).length > 0;

  return (
    <div className={layout.rowWrap} role="search">
      <div className={laid("minWidth180", styles.search)}>
        <SearchBox
          value={filters.keywords}
          placeholder={searchPlaceholder}
          onSearch={(words) => filters.set(searchKey, [words])}
        />
      </div>
      {shown.map((filter) => (
        <FilterChip
          key={filter.key}
          filter={filter}
          values={filters.values[filter.key] ?? []}
          onChange={(values) => filters.set(filter.key, values)}
          openAtFirst={filter.key === added}
          onClosed={() => setAdded(null)}
        />
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: others.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => setAdded(key),
            style: { maxHeight: "60vh", overflowY: "auto" },
          }}
        >
          <Button icon={<FilterOutlined />}>{t("filters.add")}</Button>
        </Dropdown>
      )}
      <SavedViews id={id} filters={filters} partsToKeep={partsToKeep} />
      {anything && (
        <Button type="link" onClick={filters.clear}>
          {t("filters.clear")}
        </Button>
      )}
      {extra && <div className={laid("line push")}>{extra}</div>}
    </div>
  );
}
