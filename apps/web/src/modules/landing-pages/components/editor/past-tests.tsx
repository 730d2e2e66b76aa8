import type { RecordId } from "@homeroom/contract/ids";
import type { PastSplit } from "@homeroom/contract/landing-splits";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { usePastSplits } from "../../api/splits.ts";
import styles from "./split-bar.module.css";

/** The A/B tests of a page that are over: what each version brought, and which one stayed. */
export function PastTests({ recordID }: { recordID: RecordId }) {
  const { t } = useTranslation("landingPages");
  const tests = usePastSplits(recordID);
  if (!tests || tests.length === 0) return null;
  return (
    <section className={layout.above16} aria-label={t("split.past.title")}>
      <h3 className={laid("medium noMargin")}>{t("split.past.title")}</h3>
      <ol className={layout.listed}>
        {tests.map((test) => (
          <PastTest key={test.recordID} test={test} />
        ))}
      </ol>
    </section>
  );
}

function PastTest({ test: { startTime, endTime, arms, kept, verdict } }: { test: PastSplit }) {
  const { t } = useTranslation("landingPages");
  const view = useDateView();
  const number = useNumberText();
  return (
    <li className={laid("gridBox lineBelow gap4 pad8x0")}>
      <span className={layout.hint}>
        {dateText(startTime, view)} – {dateText(endTime, view)} · {t(`split.past.kept.${kept ?? "none"}`)}
      </span>
      {arms.map(({ arm, number: version, rate, views, actions, leads }) => (
        <span key={arm} className={laid("middleWrap", styles.arm)} data-better={verdict === arm || undefined}>
          <span className={layout.medium}>
            {arm.toUpperCase()} · {t("versions.number", { number: version })}
          </span>
          {rate !== null && <b className={laid("figures", styles.rate)}>{(rate * 100).toFixed(1)}%</b>}
          <span className={laid("small figures flex1", styles.counts)}>
            {t("split.counts", { views: number(views), actions: number(actions), leads: number(leads) })}
          </span>
        </span>
      ))}
    </li>
  );
}
