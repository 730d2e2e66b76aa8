import type { TargetRow } from "@homeroom/contract/targets";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { type FilterDefinition, statusFilter } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { useTargets, useTargetWrites } from "../api.ts";
import { type TargetActions, useTargetCard, useTargetColumns } from "../components/target-columns.tsx";
import { useNumberOfLeads } from "../components/use-number-of-leads.ts";
import { ruleOfAddress } from "../rules/conditions.ts";
import { namesOfAddress } from "../rules/new-target-address.ts";

const TargetEditor = lazy(() =>
  import("../components/target-form.tsx").then((form) => ({ default: form.TargetEditor })),
);

/** Recipient lists: groups of leads that broadcasts can be sent to. */
export function TargetList() {
  const { t } = useTranslation("targets");
  const can = useCan();
  const { failed } = useFeedback();
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const status = filters.values.status?.[0];
  const query = useTargets({
    ...(filters.keywords && { keywords: filters.keywords.slice(0, 100) }),
    ...((status === "0" || status === "1") && { status: Number(status) }),
  });
  const list = listStateOf(query);
  const { search, change } = useAddress();
  const actions = useTargetActions();
  const columns = useTargetColumns(actions);
  const card = useTargetCard(actions);
  const find = (rows: readonly TargetRow[]) => rows.find(({ recordID }) => recordID === search.get("target"));
  const open = find(list.rows);
  const add = can("bulk:target:add") && (
    <AddButton label={t("add")} onClick={() => change({ new: "1", target: null })} />
  );

  return (
    <Page fill>
      <PageHeader title={t("title")} detail={<Count list={list} />} actions={add} />
      <DataTable
        id="targets"
        label={t("title")}
        columns={columns}
        list={list}
        card={card}
        {...(can("bulk:target:edit") && {
          onOpen: (target: TargetRow) =>
            target.canEdit ? change({ target: target.recordID, new: null }) : failed(t("notYours")),
        })}
        openKey={open?.recordID}
        toolbar={<FilterBar id="targets" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      <Suspense fallback={null}>
        {search.has("new") && can("bulk:target:add") && (
          <TargetEditor
            rule={ruleOfAddress(search.get("rule"))}
            names={namesOfAddress(search.get("names"))}
            reload={async () => undefined}
            onClose={() => change({ new: null, rule: null, names: null })}
          />
        )}
        {open?.canEdit && can("bulk:target:edit") && !search.has("new") && (
          <TargetEditor
            key={open.recordID}
            target={open}
            reload={async () => find((await query.refetch()).data?.pages.flatMap((page) => page.list) ?? [])}
            onClose={() => change({ target: null })}
          />
        )}
      </Suspense>
    </Page>
  );
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("targets");
  return useMemo(() => [statusFilter(t("fields.openStatus"), { on: t("open"), off: t("closed") })], [t]);
}

function Count({ list }: { list: ListState<TargetRow> }) {
  const { t } = useTranslation("targets");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  return t("count", { number: numberText(list.total), count: list.total });
}

/** The actions on a recipient list in its row. */
function useTargetActions(): TargetActions {
  const { t } = useTranslation("targets");
  const number = useNumberOfLeads();
  const { done, failed, undoable } = useFeedback();
  const { reload, setStatus, remove, restore } = useTargetWrites();
  return {
    async reload(target) {
      const { name } = target;
      await reload(target).then(
        (counted) => done(t("reloaded", { name, number: number(counted), count: counted.leadCount })),
        failed,
      );
    },
    async setStatus(target, open) {
      await setStatus(target, Number(open)).catch(failed);
    },
    async remove(target) {
      try {
        await remove(target);
        undoable(t("removed", { name: target.name }), () => void restore(target).catch(failed));
      } catch (reason) {
        failed(reason);
      }
    },
  };
}
