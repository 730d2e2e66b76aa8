import { ExclamationCircleFilled } from "@ant-design/icons";
import type { AgentRow } from "@homeroom/contract/assistant";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useAgents, useTrial } from "../api/agents.ts";
import { failureKey } from "../rules/agent-form.ts";
import styles from "./agents.module.css";

interface AttentionBannerProps {
  agent: AgentRow;
  attention: NonNullable<AgentRow["attention"]>;
  onEdit: () => void;
}

/** Says why an agent no longer answers and what to do, and can check whether it is fixed. */
export function AttentionBanner({ agent, attention, onEdit }: AttentionBannerProps) {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { refetch } = useAgents();
  const trial = useTrial(agent.type);
  const handleTest = () =>
    trial.mutate(
      { recordID: agent.recordID },
      {
        onSuccess: (result) => {
          if ("answer" in result) done(t("attention.right", { name: agent.nickname }));
          else failed(result.failure ? t(`failure.${failureKey(result.failure)}.what`) : result.message);
          void refetch();
        },
        onError: failed,
      },
    );
  return (
    <section
      className={laid("middleWrap danger gap8x12 pad12 round8 dangerTint", styles.attention)}
      aria-label={t("state.attention")}
    >
      <ExclamationCircleFilled className={layout.text20} aria-hidden />
      <div className={laid("grow", styles.words)}>
        <p className={layout.strong}>
          {t(`failure.${attention.reason}.what`)} <RelativeTime value={attention.at} />
        </p>
        <p>{t(`failure.${attention.reason}.todo`)}</p>
      </div>
      <span className={laid("middleWrap gap4x8")}>
        {can("org:gpt:test") && (
          <Button loading={trial.isPending} onClick={handleTest}>
            {t("attention.test")}
          </Button>
        )}
        {can("org:gpt:edit") && (
          <Button type="primary" onClick={onEdit}>
            {t("attention.edit")}
          </Button>
        )}
      </span>
    </section>
  );
}
