import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useEstimate } from "../api.ts";
import { audienceOf, hasAudience, type PlanDraft, type SentAgain } from "../rules/plan-draft.ts";

/** How many people a plan would reach now, and who is left out. */
export function AudienceCount({ draft, again }: { draft: PlanDraft; again?: SentAgain | undefined }) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const isNamed = hasAudience(draft);
  const { data, error } = useEstimate(audienceOf(draft, again), isNamed);
  if (!isNamed) return <p className={layout.hint}>{t("nobodyYet")}</p>;
  if (error) return <p role="alert">{String(error)}</p>;
  if (!data) return <p className={layout.hint}>{t("counting")}</p>;
  return (
    <div role="status">
      <b>{t("reaches", { number: number(data.count), count: data.count })}</b>
      {data.excluded.map(({ reason, count }) => (
        <p key={reason} className={layout.hint}>
          {reason === "duplicate"
            ? t("sentOnce", { number: number(count), count })
            : t("leftOut", { reason: t(`exclusion.${reason}`), number: number(count) })}
        </p>
      ))}
      {data.excludedSamples.length > 0 && (
        <details className={laid("hint noMargin")}>
          <summary>{t("whoIsLeftOut")}</summary>
          {data.excludedSamples.map(({ reason, nickname, phone }) => (
            <p key={`${reason} ${nickname} ${phone}`} className={layout.hint}>
              {t("excludedFor", { nickname, phone, reason: t(`exclusion.${reason}`) })}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}
