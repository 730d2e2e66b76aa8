import type { PageInfo } from "@homeroom/contract/landing-pages";
import type { Split, SplitArm } from "@homeroom/contract/landing-splits";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useSplit, useSplitWrites } from "../../api/splits.ts";
import styles from "./split-bar.module.css";
import { useArmCounts } from "./use-arm-counts.ts";

const tones: Readonly<Record<Split["verdict"], Tone>> = {
  early: "quiet",
  open: "primary",
  even: "warning",
  a: "success",
  b: "success",
};

/** A running A/B test of a page: the figures of each version, the result, and buttons to end it. */
export function SplitBar({ page }: { page: PageInfo }) {
  const split = useSplit(page.recordID, page.isSplit);
  return page.isSplit && split ? <Running page={page} split={split} /> : null;
}

function Running({ page, split }: { page: PageInfo; split: Split }) {
  const { t } = useTranslation("landingPages");
  const sure = Math.round(Math.max(split.certainty, 1 - split.certainty) * 1000) / 10;
  return (
    <section className={laid("lineBelow sunkenGround", styles.bar)} aria-label={t("split.title")}>
      <header className={laid("middleWrap gap4x12")}>
        <b>{t("split.title")}</b>
        <RelativeTime value={split.startTime} />
        <StatusDot tone={tones[split.verdict]} label={t(`split.verdicts.${split.verdict}`, { sure })} />
      </header>
      <div className={laid("gridBox", styles.arms)}>
        {split.arms.map((arm) => (
          <Arm key={arm.arm} page={page} arm={arm} isBetter={split.verdict === arm.arm} />
        ))}
      </div>
    </section>
  );
}

function Arm({ page, arm, isBetter }: { page: PageInfo; arm: Split["arms"][number]; isBetter: boolean }) {
  const { t } = useTranslation("landingPages");
  const countsOf = useArmCounts();
  const can = useCan();
  return (
    <div className={laid("middleWrap", styles.arm)} data-better={isBetter || undefined}>
      <span className={layout.medium}>{t(`split.arms.${arm.arm}`, { number: arm.number })}</span>
      <span className={laid("title figures", styles.rate)}>
        {arm.rate === null ? "" : `${(arm.rate * 100).toFixed(1)}%`}
      </span>
      <span className={laid("small figures flex1", styles.counts)}>{countsOf(arm)}</span>
      {can("ad:landing:publish") && <KeepButton page={page} arm={arm.arm} primary={isBetter} />}
    </div>
  );
}

function KeepButton({ page, arm, primary }: { page: PageInfo; arm: SplitArm; primary: boolean }) {
  const { t } = useTranslation("landingPages");
  const { confirm, done, failed } = useFeedback();
  const { end } = useSplitWrites(page.recordID);
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    const question = {
      title: t(`split.ask.${arm}`),
      detail: t(`split.askDetail.${arm}`),
      verb: t(`split.keep.${arm}`),
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    await end(arm).then(() => done(t("split.ended")), failed);
    setBusy(false);
  };
  return (
    <Button size="small" type={primary ? "primary" : "default"} loading={busy} onClick={() => void keep()}>
      {t(`split.keep.${arm}`)}
    </Button>
  );
}
