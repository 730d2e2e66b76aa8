import { CheckOutlined } from "@ant-design/icons";
import type { ClosingDay } from "@homeroom/contract/closing";
import { BranchId } from "@homeroom/contract/ids";
import { Alert, Button, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useClosingDay } from "../api/closing.ts";
import { CloseDayForm } from "../components/closing/close-day-form.tsx";
import styles from "../components/closing/closing.module.css";
import { ClosingLines, ClosingSums } from "../components/closing/closing-lines.tsx";
import { StatementMatch } from "../components/closing/statement-match.tsx";
import { OrderPanel } from "../components/order-panel.tsx";
import { SalesSwitch } from "../components/sales-switch.tsx";
import { useLiveOrders } from "../realtime.ts";

const dayShape = /^\d{4}-\d\d-\d\d$/;

/** The money of a day at a branch, by person and payment method, with the closing; and the comparison with a bank statement. */
export function DailyClosing() {
  const { t } = useTranslation("orders");
  const can = useCan();
  useLiveOrders();
  const { search, change } = useAddress();
  const branch = BranchId.safeParse(search.get("branch"));
  const day = search.get("day") ?? "";
  const query = useClosingDay({ ...(branch.success && { branchID: branch.data }), ...(dayShape.test(day) && { day }) });
  // The day whose form is open: the screen may show another by now.
  const [closes, setCloses] = useState<ClosingDay | null>(null);
  const { data } = query;
  const open = search.get("order");
  return (
    <Page>
      <PageHeader
        title={t("closing.title")}
        switcher={
          <div className={layout.notOnPaper}>
            <SalesSwitch view="closing" />
          </div>
        }
        actions={
          data &&
          can("sale:order:confirm") &&
          can("crm:lead:all") && (
            <Button
              className={layout.notOnPaper ?? ""}
              type="primary"
              icon={<CheckOutlined />}
              disabled={query.isPlaceholderData}
              onClick={() => setCloses(data)}
            >
              {t(data.closing ? "closing.again" : "closing.verb")}
            </Button>
          )
        }
      />
      {query.error && !data && <ErrorState message={String(query.error)} onRetry={() => void query.refetch()} />}
      {!data && !query.error && <Skeleton height={160} />}
      {data && (
        <>
          <div className={laid("flexBox wrap gap12 below16")}>
            {data.branches.length > 1 && (
              <Select
                aria-label={t("fields.branch")}
                className={layout.minWidth180}
                value={data.branchID}
                options={data.branches.map(({ branchID, name }) => ({ value: branchID, label: name }))}
                onChange={(value) => change({ branch: value }, true)}
              />
            )}
            <div className={styles.day}>
              <DateField
                aria-label={t("closing.day")}
                value={data.day}
                onChange={(value) => dayShape.test(value) && change({ day: value }, true)}
              />
            </div>
          </div>
          <Closed closing={data.closing} />
          <ClosingSums sums={data.sums} counted={data.closing?.counted ?? []} />
          <ClosingLines lines={data.lines} />
          {can("sale:order:confirm") && (
            <div className={layout.notOnPaper}>
              <StatementMatch key={data.branchID} branchID={data.branchID} />
            </div>
          )}
          {closes && <CloseDayForm day={latestOf(closes, data)} onClose={() => setCloses(null)} />}
        </>
      )}
      {open && <OrderPanel key={open} orderID={open} onClose={() => change({ order: null }, true)} />}
    </Page>
  );
}

/** The current data of a day, while the screen shows it. */
function latestOf(opened: ClosingDay, shown: ClosingDay): ClosingDay {
  return shown.day === opened.day && shown.branchID === opened.branchID ? shown : opened;
}

function Closed({ closing }: Pick<ClosingDay, "closing">) {
  const { t } = useTranslation("orders");
  if (!closing) return null;
  const { closer, closeTime, note, isChanged } = closing;
  return (
    <Alert
      className={layout.below16}
      type={isChanged ? "warning" : "success"}
      showIcon
      title={
        <>
          {t("closing.closedBy", { name: closer })} · <RelativeTime value={closeTime} />
        </>
      }
      description={[isChanged && t("closing.changed"), note].filter(Boolean).join(" ") || undefined}
    />
  );
}
