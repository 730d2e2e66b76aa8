import type { DictRow } from "@homeroom/contract/dictionary";
import { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { usePreference } from "#platform/preferences.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { timeColumn } from "#ui/data-table/usual-columns.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useDictionaries } from "../api.ts";
import { AddDict, EditDict } from "../components/dict-form.tsx";

const noFilters: [] = [];

/** The dictionaries that all organisations share; for platform staff. */
export function DictionaryList() {
  const { t } = useTranslation("dictionary");
  const can = useCan();
  const filters = useUrlFilters(noFilters);
  const list = listStateOf(useDictionaries(filters.keywords.slice(0, 64)));
  const form = useOpenForm();
  const columns = useColumns();
  const add = can("sys:dict:add") && <AddButton label={t("add")} onClick={() => form.open("new")} />;
  const clear = <Button onClick={filters.clear}>{t("noMatch.clear")}</Button>;

  return (
    <Page fill>
      <PageHeader title={t("title")} detail={<Count list={list} />} actions={add} />
      <DataTable
        id="dictionary"
        label={t("title")}
        columns={columns}
        rowKey={(dict) => dict.id}
        list={list}
        card={(dict) => ({
          title: dict.name,
          aside: dict.code,
          facts: [<Status key="status" dict={dict} />, itemNames(dict)],
        })}
        {...(can("sys:dict:edit") && { onOpen: (dict: DictRow) => form.open(dict.id) })}
        toolbar={
          <FilterBar id="dictionary" filters={filters} definitions={noFilters} searchPlaceholder={t("search")} />
        }
        empty={
          filters.keywords ? (
            <EmptyState title={t("noMatch.title")} detail={t("noMatch.detail")} action={clear} />
          ) : (
            <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />
          )
        }
      />
      {form.isNew && can("sys:dict:add") && <AddDict onClose={form.close} />}
      {form.id && can("sys:dict:edit") && <EditDict key={form.id} id={form.id} onClose={form.close} />}
    </Page>
  );
}

/** The open form is in the address. */
function useOpenForm() {
  const { search, change } = useAddress();
  const named = search.get("dict");
  const parsed = RecordId.safeParse(named);
  return {
    isNew: named === "new",
    id: parsed.success ? parsed.data : undefined,
    open: (dict: string) => change({ dict }, false),
    close: () => change({ dict: null }),
  };
}

function useColumns(): Column<DictRow>[] {
  const { t } = useTranslation("dictionary");
  const [language] = usePreference("language");
  const column = columnMaker<DictRow>((key) => t(`fields.${key}`));
  return [
    column("name", 200, (dict) => <b>{dict.titles?.[language] || dict.name}</b>, { frozen: true }),
    column("code", 180, (dict) => dict.code),
    column("items", 360, (dict) => itemNames(dict, language), { grow: true }),
    column("status", 110, (dict) => <Status dict={dict} />),
    column("builtIn", 100, (dict) => dict.isBuiltIn && <TintTag color="neutral">{t("builtIn")}</TintTag>, {
      title: t("builtIn"),
    }),
    timeColumn("updateTime", t("fields.updateTime"), { width: 140 }),
  ];
}

function Status({ dict }: { dict: DictRow }) {
  const { t } = useTranslation("dictionary");
  return <StatusDot tone={dict.status === 1 ? "success" : "quiet"} label={t(`statuses.${dict.status}`)} />;
}

function itemNames({ dictItems }: DictRow, language?: "zh-tw" | "zh-cn" | "en"): string {
  return dictItems.map((item) => (language && item.titles?.[language]) || item.name).join(" · ");
}

function Count({ list }: { list: ListState<DictRow> }) {
  const { t } = useTranslation("dictionary");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  return t("detail", { number: numberText(list.total) });
}
