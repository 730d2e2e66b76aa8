import type { EmailAdvice, EmailDomain } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { Button, Typography } from "antd";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { useEmailDomain } from "../api.ts";
import styles from "./domain-advice.module.css";

const tones: Readonly<Record<EmailAdvice, Tone>> = {
  good: "success",
  missing: "danger",
  several: "danger",
  providerMissing: "danger",
  open: "danger",
  invalid: "danger",
  uncertain: "warning",
  unknown: "quiet",
};

/** Whether receivers can tell that mails come from this sender, and what to publish in DNS where they cannot. */
export function DomainAdvice({ branchID, sender }: { branchID: BranchId; sender: string }) {
  const { t } = useTranslation("emailSettings");
  const { data, error, isPending, isFetching, refetch } = useEmailDomain(branchID, sender);
  return (
    <section className={`${layout.padTop16} ${layout.lineAbove}`} aria-label={t("domain.title")}>
      <header
        className={`${layout.flexBox} ${layout.wrap} ${layout.itemsStart} ${layout.justifyBetween} ${layout.gap8x12} ${layout.below8}`}
      >
        <div>
          <h3 className={`${layout.strong} ${layout.text14}`}>{t("domain.title")}</h3>
          <p className={layout.quiet}>{t("domain.why")}</p>
        </div>
        <Button loading={isFetching && !isPending} onClick={() => void refetch()}>
          {t("domain.again")}
        </Button>
      </header>
      {isPending && <Skeleton height={96} />}
      {error && <p role="alert">{error}</p>}
      {data && (
        <ul className={layout.bareList}>
          {data.records.map((one) => (
            <Row key={one.record} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ of: { record, advice, name, found, proposal } }: { of: EmailDomain["records"][number] }) {
  const { t } = useTranslation("emailSettings");
  return (
    <li className={`${layout.gridBox} ${layout.gap4x16} ${layout.pad8x0} ${styles.record}`}>
      <div className={`${layout.baseline} ${layout.gap12}`}>
        <span className={`${layout.strong} ${styles.kind}`}>{t(`domain.records.${record}`)}</span>
        <StatusDot tone={tones[advice]} label={t(`domain.advice.${advice}`)} />
      </div>
      <div className={`${layout.column} ${layout.breaking} ${layout.gap4}`}>
        <span className={layout.quiet}>{advice === "good" ? name : t(`domain.${record}Help`)}</span>
        {found && <code className={`${layout.text12} ${layout.leading20} ${layout.preWrap}`}>{found}</code>}
        {proposal && (
          <span>
            <span className={layout.quiet}>{t("domain.proposal", { name })}</span>{" "}
            <Typography.Text code copyable>
              {proposal}
            </Typography.Text>
          </span>
        )}
      </div>
    </li>
  );
}
