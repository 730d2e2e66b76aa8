import { moneyText } from "@homeroom/contract/currencies";
import type { LeadId } from "@homeroom/contract/ids";
import type { LeadPath, PathStep } from "@homeroom/contract/lead-path";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadPath } from "../api/ads.ts";
import styles from "./lead-path.module.css";

/** On the card of a lead: the ad and page that brought it, its outcome, and its cost. Nothing for other leads. */
export function LeadPathSection({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("campaigns");
  const { data } = useLeadPath(leadId);
  if (!data || data.steps.length === 0) return null;
  return (
    <DetailSection title={t("path.title")}>
      <ol className={layout.bareList}>
        {data.steps.map((step) => (
          <Step key={`${step.kind} ${step.time}`} time={step.time} said={t(`path.kinds.${step.kind}`)}>
            <Where step={step} />
          </Step>
        ))}
        <Outcomes path={data} />
      </ol>
      {data.cost && (
        <p className={layout.figures}>{t("path.cost", { money: moneyText(data.cost.amount, data.cost.currency) })}</p>
      )}
    </DetailSection>
  );
}

function Step({ time, said, good = false, children }: StepProps) {
  return (
    <li className={laid("hint onTimeLine", styles.step)} data-good={good || undefined}>
      <span className={laid("text14 textColour")}>{said}</span> <RelativeTime value={time} />
      {children}
    </li>
  );
}

interface StepProps {
  time: string;
  said: string;
  good?: boolean;
  children?: ReactNode;
}

/** The ad, the page, and the parameters of the visit's address. */
function Where({ step: { page, ad, source, consentText } }: { step: PathStep }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const facts: [label: string, value: ReactNode][] = [];
  if (ad) facts.push([t("fields.ad"), [ad.campaign, ad.adset, ad.name].join(" › ")]);
  if (page) {
    const address = `/advert/landingpage/edit/${page.recordID}`;
    const name = can("ad:landing:query") ? <Link to={address}>{page.name}</Link> : page.name;
    facts.push([t("fields.landingPage"), name]);
  }
  facts.push(...Object.entries(source).map(([name, value]): [string, string] => [name, value]));
  if (consentText) facts.push([t("path.consent"), consentText]);
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={laid("flexBox wrap gap0x6")}>
          <dt>{label}</dt>
          <dd className={laid("breaking textColour")}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The outcome of the lead, by time. */
function Outcomes({ path }: { path: LeadPath }) {
  const { t } = useTranslation("campaigns");
  const outcomes = [
    ["talked", path.talkedTime],
    ["trialBooked", path.trialBookedTime],
    ["trialAttended", path.trialAttendedTime],
    ["deal", path.dealTime],
  ] as const;
  const reached = outcomes.flatMap(([key, time]) => (time === null ? [] : [{ key, time }]));
  const paid = path.sales?.map(({ amount, currency }) => moneyText(amount, currency)).join(", ");
  return (
    <>
      {reached
        .toSorted((a, b) => a.time.localeCompare(b.time))
        .map(({ key, time }) => (
          <Step key={key} time={time} said={t(`path.outcomes.${key}`)} good />
        ))}
      {paid && (
        <li className={laid("hint onTimeLine", styles.step)} data-good>
          <span className={laid("text14 textColour")}>{t("path.paid", { money: paid })}</span>
        </li>
      )}
    </>
  );
}
