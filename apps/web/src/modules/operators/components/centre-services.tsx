import { serviceStatuses } from "@homeroom/contract/ad-services";
import { moneyText } from "@homeroom/contract/currencies";
import { Amount } from "@homeroom/contract/money";
import { type OperatedService, ServiceChange } from "@homeroom/contract/operators";
import { Button, Input, InputNumber, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useCentreServices, useOperatorWrites } from "../api.ts";
import styles from "./operators.module.css";

const tones: Record<OperatedService["status"], Tone> = {
  waiting: "warning",
  running: "primary",
  finished: "success",
  stopped: "quiet",
};

interface Ending {
  service: OperatedService;
  status: "finished" | "stopped";
}

/** The ads to place for centres: they are started, ended and reported here. */
export function CentreServices() {
  const { t } = useTranslation("operators");
  const status = useStatusChoice();
  const list = listStateOf<OperatedService>(useCentreServices(status.chosen));
  const [ending, setEnding] = useState<Ending | null>(null);
  const state = (service: OperatedService) => (
    <StatusDot tone={tones[service.status]} label={t(`adServices:status.${service.status}`)} />
  );
  const steps = (service: OperatedService) => <Steps service={service} onEnd={setEnding} />;
  const column = columnMaker<OperatedService>((key) => t(`fields.${key}`));
  const columns: Column<OperatedService>[] = [
    column("name", 160, ({ organizationName }) => organizationName, { grow: true, frozen: true }),
    column("type", 150, ({ type }) => t(`adServices:type.${type}`), { title: t("fields.service") }),
    column("amount", 130, ({ amount, currency }) => <b>{moneyText(amount, currency)}</b>, { align: "end" }),
    column("text", 200, ({ text }) => <span title={text}>{text}</span>),
    column("status", 152, state),
    column("created", 120, ({ createTime }) => <RelativeTime value={createTime} />),
    column("actions", 222, steps),
  ];
  return (
    <>
      <Segmented
        className={laid("below12", styles.choice)}
        options={status.options}
        value={status.shown}
        onChange={status.choose}
      />
      <DataTable
        id="centre-services"
        label={t("tab.services")}
        columns={columns}
        list={list}
        card={(service) => ({
          title: service.organizationName,
          aside: moneyText(service.amount, service.currency),
          facts: [t(`adServices:type.${service.type}`), <span key="state">{state(service)}</span>],
          actions: steps(service),
        })}
        empty={<EmptyState title={t("none.services")} detail={t("none.servicesDetail")} />}
      />
      {ending && <ReportDrawer {...ending} onClose={() => setEnding(null)} />}
    </>
  );
}

/** Which services are shown, as part of the address: open ones, or those of one status. */
function useStatusChoice() {
  const { t } = useTranslation("operators");
  const { search, change } = useAddress();
  const chosen = serviceStatuses.find((one) => one === search.get("status"));
  const options = [
    { value: "open", label: t("toDo") },
    ...serviceStatuses.map((value) => ({ value: value as string, label: t(`adServices:status.${value}`) })),
  ];
  const choose = (value: string) => change({ status: value === "open" ? null : value });
  return { chosen, shown: chosen ?? "open", options, choose };
}

function Steps({ service, onEnd }: { service: OperatedService; onEnd: (ending: Ending) => void }) {
  const can = useCan();
  const { t } = useTranslation("operators");
  const { done, failed } = useFeedback();
  const { changeService } = useOperatorWrites();
  const { recordID, organizationID, organizationName: name, version, status, agreeTime } = service;
  const isOpen = status === "waiting" || status === "running";
  if (!isOpen) return null;
  const handleBegin = () =>
    changeService({ recordID, organizationID, version, status: "running" }).then(
      () => done(t("begun", { name })),
      failed,
    );
  return (
    can("sys:operator:edit") && (
      <span className={layout.rowWrap} data-own-click>
        {status === "waiting" && !agreeTime && <span className={layout.small}>{t("notAgreed")}</span>}
        {status === "waiting" && agreeTime && (
          <PendingButton size="small" type="primary" aria-label={t("beginOf", { name })} run={handleBegin}>
            {t("begin")}
          </PendingButton>
        )}
        {status === "running" && (
          <Button
            size="small"
            type="primary"
            aria-label={t("finishOf", { name })}
            onClick={() => onEnd({ service, status: "finished" })}
          >
            {t("finish")}
          </Button>
        )}
        <Button size="small" aria-label={t("stopOf", { name })} onClick={() => onEnd({ service, status: "stopped" })}>
          {t("stop")}
        </Button>
      </span>
    )
  );
}

/** The schema has the largest amount: a field with a maximum would silently replace a typing error with it on submit. */
const reportUpTo = (amount: number) =>
  ServiceChange.extend({ report: ServiceChange.shape.report.unwrap().extend({ spent: Amount.max(amount) }) });

function ReportDrawer({ service, status, onClose }: Ending & { onClose: () => void }) {
  const { t } = useTranslation("operators");
  const { done } = useFeedback();
  const { changeService } = useOperatorWrites();
  const { recordID, organizationID, version, amount } = service;
  const spent = status === "finished" ? amount : 0;
  return (
    <DrawerForm
      open
      title={t(status === "finished" ? "finishOf" : "stopOf", { name: service.organizationName })}
      schema={reportUpTo(amount)}
      initialValues={{
        ...{ recordID, organizationID, version, status },
        report: { spent, impressions: 0, clicks: 0, leads: 0, note: "" },
      }}
      submitLabel={t(status === "finished" ? "finish" : "stop")}
      onSubmit={(values, report) => changeService({ ...values, recordID, organizationID, version, status }, report)}
      onDone={() => {
        done(t("ended", { name: service.organizationName }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="report.spent" label={t("fields.spent")} required hint={t("spentHint")}>
        <InputNumber<number> min={0} style={{ width: "100%" }} />
      </FormField>
      {(["impressions", "clicks", "leads"] as const).map((figure) => (
        <FormField key={figure} name={`report.${figure}`} label={t(`fields.${figure}`)} required>
          <InputNumber<number> min={0} precision={0} style={{ width: "100%" }} />
        </FormField>
      ))}
      <FormField name="report.note" label={t("fields.note")}>
        <Input.TextArea rows={4} maxLength={2000} />
      </FormField>
    </DrawerForm>
  );
}
