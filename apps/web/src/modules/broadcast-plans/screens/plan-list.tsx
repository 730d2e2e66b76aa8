import { type PlanRow, planKinds, planStates } from "@homeroom/contract/broadcast-plans";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { useBranchAndPersonChoices } from "#platform/filter-choices.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { useChannels, useCreators, usePlans } from "../api.ts";
import { usePlanCard, usePlanColumns } from "../components/plan-columns.tsx";
import { planRequest } from "../rules/plan-request.ts";

const PlanWizard = lazy(async () => {
  const [{ PlanWizard }] = await Promise.all([import("../components/plan-wizard.tsx"), loadTexts(["targets"])]);
  return { default: PlanWizard };
});

/** Broadcast plans with their live figures. */
export function PlanList() {
  const { t } = useTranslation("broadcastPlans");
  const can = useCan();
  const navigate = useNavigate();
  const { data: channels = noChannels } = useChannels(can("bulk:template:query"));
  const { data: creators = noCreators } = useCreators();
  const definitions = useFilters(channels, creators);
  const filters = useUrlFilters(definitions);
  const query = usePlans(planRequest({ ...filters.values, keywords: [filters.keywords] }, channels));
  const list = listStateOf<PlanRow>(query);
  const { search, change } = useAddress();
  const columns = usePlanColumns();
  const card = usePlanCard();
  const add = can("bulk:plan:add") && <AddButton label={t("add")} onClick={() => change({ new: "1" })} />;

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { number: list.total, count: list.total })}
        actions={add}
      />
      <DataTable
        id="broadcastPlans"
        label={t("title")}
        columns={columns}
        list={list}
        card={card}
        onOpen={({ recordID }) => void navigate(`/admessage/plan/${recordID}`)}
        toolbar={
          <FilterBar id="broadcastPlans" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
        }
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      <Suspense fallback={null}>
        {search.has("new") && add && (
          <PlanWizard
            plan={null}
            rule={search.get("rule")}
            names={search.get("names")}
            onClose={() => change({ new: null, rule: null, names: null })}
          />
        )}
      </Suspense>
    </Page>
  );
}

type Channels = NonNullable<ReturnType<typeof useChannels>["data"]>;
const noChannels: Channels = [];
type Creators = NonNullable<ReturnType<typeof useCreators>["data"]>;
const noCreators: Creators = [];

function useFilters(channels: Channels, creators: Creators): FilterDefinition[] {
  const { t } = useTranslation("broadcastPlans");
  const { branches } = useBranchAndPersonChoices(undefined);
  return useMemo(() => {
    const options = planStates.map((value) => ({ value, label: t(`state.${value}`) }));
    const numbers = channels.map(({ channelId, name }) => ({ value: channelId, label: name }));
    const kinds = planKinds.map((value) => ({ value, label: t(`kind.${value}`) }));
    const people = creators.map(({ accountID, nickname }) => ({ value: accountID, label: nickname }));
    return [
      { key: "kind", label: t("fields.kind"), kind: "one", options: kinds, pinned: true },
      { key: "status", label: t("fields.state"), kind: "many", options, pinned: true },
      { key: "date", label: t("fields.createTime"), kind: "dates", pinned: true },
      { key: "started", label: t("fields.startTime"), kind: "dates" },
      { key: "branch", label: t("ofBranch"), kind: "one", options: branches },
      { key: "mine", label: t("mine"), kind: "one", options: [{ value: "yes", label: t("mine") }] },
      ...(numbers.length > 0
        ? [{ key: "channel", label: t("fields.channel"), kind: "one" as const, options: numbers, pinned: true }]
        : []),
      { key: "creator", label: t("fields.creator"), kind: "one", options: people, pinned: true },
    ];
  }, [t, channels, branches, creators]);
}
