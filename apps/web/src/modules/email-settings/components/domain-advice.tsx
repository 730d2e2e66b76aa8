import type { EmailAdvice, EmailDomain } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { Button, Typography } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
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

/** Whether receivers can verify this sender, and what to publish in DNS if they cannot. */
export function DomainAdvice({ branchID, sender }: { branchID: BranchId; sender: string }) {
  const { t } = useTranslation("emailSettings");
  const { data, error, isPending, isFetching, refetch } = useEmailDomain(branchID, sender);
  return (
    <section className={laid("padTop16 lineAbove")} aria-label={t("domain.title")}>
      <header className={laid("flexBox wrap itemsStart justifyBetween gap8x12 below8")}>
        <div>
          <h3 className={laid("strong text14")}>{t("domain.title")}</h3>
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
    <li className={laid("gridBox gap4x16 pad8x0", styles.record)}>
      <div className={laid("baseline gap12")}>
        <span className={laid("strong", styles.kind)}>{t(`domain.records.${record}`)}</span>
        <StatusDot tone={tones[advice]} label={t(`domain.advice.${advice}`)} />
      </div>
      <div className={laid("column breaking gap4")}>
        <span className={layout.quiet}>{advice === "good" ? name : t(`domain.${record}Help`)}</span>
        {found && <code className={laid("text12 leading20 preWrap")}>{found}</code>}
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
