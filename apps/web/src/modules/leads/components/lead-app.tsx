import type { LeadCard } from "@homeroom/contract/leads";
import { Switch } from "antd";
import { useTranslation } from "react-i18next";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useCardActions, useDevices } from "../api/card.ts";
import { useFieldLabel } from "./declared-names.ts";

/** Whether the lead may use the app, and the devices on which they do. */
export function LeadApp({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const label = useFieldLabel();
  const { openApp } = useCardActions(card.leadId);
  const devices = useDevices(card.leadId) ?? [];
  const isOpen = card.appopenflag === 1;
  return (
    <DetailSection
      title={t("card.app.title")}
      actions={
        card.can.activate ? (
          <Switch
            checked={isOpen}
            loading={openApp.isPending}
            aria-label={label("appopenflag")}
            onChange={(on) => openApp.mutate(on ? 1 : 0)}
          />
        ) : (
          <span className={layout.quiet}>{t(isOpen ? "card.app.open" : "card.app.closed")}</span>
        )
      }
    >
      {openApp.error !== null && (
        <p role="alert" className={laid("danger below8")}>
          {openApp.error}
        </p>
      )}
      {devices.length === 0 ? (
        <p className={layout.quiet}>{t("card.app.noDevice")}</p>
      ) : (
        devices.map((device) => (
          <FactList
            key={device.appDevice}
            facts={[
              { label: t("fields.appDevice"), value: device.appDevice },
              { label: t("fields.systemVersion"), value: device.systemVersion },
              { label: t("fields.appVersion"), value: device.appVersion },
              { label: t("card.app.lastTime"), value: device.lastTime && <RelativeTime value={device.lastTime} /> },
            ]}
          />
        ))
      )}
    </DetailSection>
  );
}
