import { moneyText } from "@homeroom/contract/currencies";
import { memberships } from "@homeroom/contract/member";
import type { CentreRow } from "@homeroom/contract/operators";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText, minuteText } from "#platform/dates.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
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

/** The centres with their accounts, with a button to grant something. */
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

/** The columns of the centres. The default ones fit beside the open sidebar of a laptop, with the actions last. */
function useColumns({ state, give }: Cells): Column<CentreRow>[] {
  const { t } = useTranslation("operators");
  const view = useDateView();
  const count = ({ used, limit }: { used: number; limit: number }) =>
    `${used.toLocaleString("en")} / ${limit.toLocaleString("en")}`;
  const giga = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
  const column = columnMaker<CentreRow>((key) => t(`fields.${key}`));
  return [
    column("name", 170, ({ name }) => name, { grow: true, frozen: true }),
    column("membership", 146, state),
    column("expires", 108, ({ expireTime }) =>
      expireTime ? <span title={minuteText(expireTime, view)}>{dateText(expireTime, view)}</span> : t("noEnd"),
    ),
    column("balance", 128, ({ balance, currency }) => moneyText(balance, currency), { align: "end" }),
    column("messages", 88, ({ messages }) => messages.toLocaleString("en"), { align: "end" }),
    column("openOrders", 100, ({ openOrders }) => openOrders || "", { align: "end" }),
    column("staff", 108, ({ staff }) => count(staff), { align: "end" }),
    column("branches", 92, ({ branches }) => count(branches), { align: "end" }),
    column("storage", 126, ({ storage }) => `${giga(storage.used)} / ${giga(storage.limit)} GB`, { align: "end" }),
    column("created", 120, ({ createTime }) => <RelativeTime value={createTime} />, { hiddenAtFirst: true }),
    column("actions", 76, give),
  ];
}
