import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { Button, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { timeColumn } from "#ui/data-table/usual-columns.tsx";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useEmailStops, useLiftStop } from "../api.ts";
import styles from "./recipient-table.module.css";

type Stop = ResponseOf<typeof broadcastSettings.stops>["list"][number];

/** Addresses that receive no more mail, and how to change that. */
export function EmailStops() {
  const { t } = useTranslation("broadcastPlans");
  const [keywords, setKeywords] = useState("");
  const query = useEmailStops(keywords);
  const list = listStateOf<Stop>(query);
  const noticeURL = query.data?.pages[0]?.noticeURL;
  const liftButton = useLiftButton();
  const columns = useColumns(liftButton);
  return (
    <div className={layout.above16}>
      <DetailSection title={t("stops.title")}>
        <p className={laid("quiet", styles.lead)}>{t("stops.detail")}</p>
        {noticeURL && (
          <div className={laid("quiet", styles.lead)}>
            <p>{t("stops.notice")}</p>
            <Typography.Text code copyable>
              {noticeURL}
            </Typography.Text>
          </div>
        )}
        <div className={laid("column", styles.table)}>
          <DataTable
            id="emailStops"
            label={t("stops.title")}
            columns={columns}
            rowKey={({ address }) => address}
            list={list}
            card={(stop) => ({
              title: stop.address,
              aside: t(`stops.${stop.reason}`),
              facts: [stop.detail],
              actions: liftButton(stop),
            })}
            toolbar={
              <div className={layout.maxWidth320}>
                <SearchBox
                  value={keywords}
                  maxLength={254}
                  placeholder={t("stops.search")}
                  onSearch={setKeywords}
                  shortcut={false}
                />
              </div>
            }
            empty={<EmptyState title={t("stops.none")} />}
          />
        </div>
      </DetailSection>
    </div>
  );
}

/** The button that lets mail go to an address again; null for people who only read. */
function useLiftButton(): (stop: Stop) => ReactNode {
  const { t } = useTranslation("broadcastPlans");
  const { confirm, done, failed } = useFeedback();
  const lift = useLiftStop();
  const mayLift = useCan()("bulk:setting:edit");
  const ask = async (address: string) => {
    const question = { title: t("stops.liftTitle", { address }), detail: t("stops.liftDetail"), verb: t("stops.lift") };
    if (await confirm(question)) await lift(address).then(() => done(t("stops.lifted", { address })), failed);
  };
  return ({ address }) =>
    mayLift && (
      <Button size="small" onClick={() => void ask(address)}>
        {t("stops.lift")}
      </Button>
    );
}

function useColumns(liftButton: (stop: Stop) => ReactNode): Column<Stop>[] {
  const { t } = useTranslation("broadcastPlans");
  return [
    { key: "address", title: t("stops.address"), width: 240, frozen: true, render: ({ address }) => address },
    { key: "reason", title: t("stops.reason"), width: 140, render: ({ reason }) => t(`stops.${reason}`) },
    { key: "detail", title: t("fields.detail"), width: 260, grow: true, render: ({ detail }) => detail },
    timeColumn("stopTime", t("stops.time")),
    { key: "lift", title: "", width: 130, render: liftButton },
  ];
}
