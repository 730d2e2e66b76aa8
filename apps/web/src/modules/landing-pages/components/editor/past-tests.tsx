import type { RecordId } from "@homeroom/contract/ids";
import type { PastSplit } from "@homeroom/contract/landing-splits";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { usePastSplits } from "../../api/splits.ts";
import styles from "./split-bar.module.css";
import { useArmCounts } from "./use-arm-counts.ts";

/** The finished A/B tests of a page: the counts of each version, and which one was kept. */
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
  const countsOf = useArmCounts();
  const days = [...new Set([dateText(startTime, view), dateText(endTime, view)])];
  return (
    <li className={laid("gridBox lineBelow gap4 pad8x0")}>
      <span className={layout.hint}>
        {days.join(" – ")} · {t(`split.past.kept.${kept ?? "none"}`)}
      </span>
      {arms.map((one) => (
        <span key={one.arm} className={laid("middleWrap", styles.arm)} data-better={verdict === one.arm || undefined}>
          <span className={layout.medium}>
            {one.arm.toUpperCase()} · {t("versions.number", { number: one.number })}
          </span>
          {one.rate !== null && <b className={laid("figures", styles.rate)}>{(one.rate * 100).toFixed(1)}%</b>}
          <span className={laid("small figures flex1", styles.counts)}>{countsOf(one)}</span>
        </span>
      ))}
    </li>
  );
}
