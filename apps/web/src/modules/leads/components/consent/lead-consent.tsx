import type { Consents } from "@homeroom/contract/consents";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useConsents } from "../../api/consents.ts";
import styles from "./lead-consent.module.css";
import { RecordConsent } from "./record-consent.tsx";

/** Whether the lead may receive marketing on each channel, and the recorded decisions. */
export function LeadConsent({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const { data, error, isPending, refetch } = useConsents(card.leadId);
  const late = useDelayed(isPending);
  const [open, setOpen] = useState(false);
  return (
    <DetailSection
      title={t("consent.title")}
      actions={
        card.can.edit && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t("consent.record")}
          </Button>
        )
      }
    >
      {isPending && <div className={styles.waiting}>{late && <Skeleton height={72} />}</div>}
      {error !== null && !data && <ErrorState message={String(error)} onRetry={() => void refetch()} />}
      {data && (
        <FactList
          facts={data.current.map(({ channel, decision }) => ({
            label: t(`consent.channels.${channel}`),
            value: <Decision decision={decision} />,
          }))}
        />
      )}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {open && <RecordConsent card={card} onClose={() => setOpen(false)} />}
    </DetailSection>
  );
}

const tones = { given: "success", withdrawn: "danger", none: "quiet" } as const;

function Decision({ decision }: { decision: "given" | "withdrawn" | null }) {
  const { t } = useTranslation("leads");
  const state = decision ?? "none";
  return <StatusDot tone={tones[state]} label={t(`consent.states.${state}`)} />;
}

function Entries({ entries }: { entries: Consents["entries"] }) {
  const { t } = useTranslation("leads");
  return (
    <ul className={laid("column noPadding scrollY unmarked", styles.entries)} aria-label={t("consent.history")}>
      {entries.map(({ recordID, channel, decision, source, wording, saidAt, person }) => (
        <li key={recordID} className={laid("column gap2 pad8x0 lineAbove text12 leading20")}>
          <span>
            {t(`consent.channels.${channel}`)} · {t(`consent.states.${decision}`)}
          </span>
          {wording && <span className={layout.breaking}>{wording}</span>}
          <span className={layout.quiet}>
            {t(`consent.sources.${source}`, { person: person || t("someone") })} · <RelativeTime value={saidAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
