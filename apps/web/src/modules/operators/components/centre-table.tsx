import { moneyText } from "@homeroom/contract/currencies";
import { memberships } from "@homeroom/contract/member";
import type { CentreRow } from "@homeroom/contract/operators";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText, minuteText } from "#platform/dates.ts";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useCentres } from "../api.ts";
import { GrantDrawer } from "./grant-drawer.tsx";

const tones: Record<CentreRow["membership"], Tone> = {
  trial: "warning",
  basic: "success",
  advanced: "success",
  grace: "danger",
  expired: "danger",
};

/** The centres with their accounts; what one is given is given here. */
export function CentreTable() {
  const can = useCan();
  const { t } = useTranslation("operators");
  const view = useDateView();
  const definitions = useMemo<FilterDefinition[]>(
    () => [
      {
        key: "membership",
        label: t("fields.membership"),
        kind: "many",
        options: memberships.map((value) => ({ value, label: t(`membership.${value}`) })),
        pinned: true,
      },
    ],
    [t],
  );
  const filters = useUrlFilters(definitions);
  const chosen = memberships.filter((one) => filters.values["membership"]?.includes(one));
  const list = listStateOf<CentreRow>(useCentres({ keywords: filters.keywords, membership: chosen }));
  const [given, setGiven] = useState<CentreRow | null>(null);
  const state = ({ membership }: CentreRow) => (
    <StatusDot tone={tones[membership]} label={t(`membership.${membership}`)} />
  );
  const give = (row: CentreRow) =>
    can("sys:operator:edit") && (
      <Button size="small" data-own-click aria-label={t("giveTo", { name: row.name })} onClick={() => setGiven(row)}>
        {t("give")}
      </Button>
    );
  const columns = useColumns({ state, give });
  return (
    <>
      <FilterBar id="centres" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
      <DataTable
        id="centres"
        label={t("tab.centres")}
        columns={columns}
        rowKey={({ organizationID }) => organizationID}
        list={list}
        card={(row) => ({
          title: row.name,
          aside: moneyText(row.balance, row.currency),
          facts: [
            <span key="state">{state(row)}</span>,
            <span key="expires" className={layout.small}>
              {row.expireTime ? minuteText(row.expireTime, view) : t("noEnd")}
            </span>,
          ],
          actions: give(row),
        })}
        empty={<EmptyState title={t("none.centres")} detail={t("none.centresDetail")} />}
      />
      {given && <GrantDrawer centre={given} onClose={() => setGiven(null)} />}
    </>
  );
}

interface Cells {
  state: (row: CentreRow) => ReactNode;
  give: (row: CentreRow) => ReactNode;
}

/** The columns of the centres. Those that are shown at first fit beside the open sidebar of a laptop, with what is done last. */
function useColumns({ state, give }: Cells): Column<CentreRow>[] {
  const { t } = useTranslation("operators");
  const view = useDateView();
  const count = ({ used, limit }: { used: number; limit: number }) =>
    `${used.toLocaleString("en")} / ${limit.toLocaleString("en")}`;
  const giga = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
  return [
    { key: "name", title: t("fields.name"), width: 170, grow: true, frozen: true, render: ({ name }) => name },
    { key: "membership", title: t("fields.membership"), width: 146, render: state },
    {
      key: "expires",
      title: t("fields.expires"),
      width: 108,
      render: ({ expireTime }) =>
        expireTime ? <span title={minuteText(expireTime, view)}>{dateText(expireTime, view)}</span> : t("noEnd"),
    },
    {
      key: "balance",
      title: t("fields.balance"),
      width: 128,
      align: "end",
      render: ({ balance, currency }) => moneyText(balance, currency),
    },
    {
      key: "messages",
      title: t("fields.messages"),
      width: 88,
      align: "end",
      render: ({ messages }) => messages.toLocaleString("en"),
    },
    {
      key: "openOrders",
      title: t("fields.openOrders"),
      width: 100,
      align: "end",
      render: ({ openOrders }) => openOrders || "",
    },
    { key: "staff", title: t("fields.staff"), width: 108, align: "end", render: ({ staff }) => count(staff) },
    {
      key: "branches",
      title: t("fields.branches"),
      width: 92,
      align: "end",
      render: ({ branches }) => count(branches),
    },
    {
      key: "storage",
      title: t("fields.storage"),
      width: 126,
      align: "end",
      render: ({ storage }) => `${giga(storage.used)} / ${giga(storage.limit)} GB`,
    },
    {
      key: "created",
      title: t("fields.created"),
      width: 120,
      hiddenAtFirst: true,
      render: ({ createTime }) => <RelativeTime value={createTime} />,
    },
    { key: "actions", title: t("fields.actions"), width: 76, render: give },
  ];
}
