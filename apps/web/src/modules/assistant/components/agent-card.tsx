import { DeleteOutlined, EditOutlined, RobotOutlined } from "@ant-design/icons";
import type { AgentRow } from "@homeroom/contract/assistant";
import { Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useAgentWrites } from "../api/agents.ts";
import styles from "./agents.module.css";
import { AttentionBanner } from "./attention-banner.tsx";
import { PublicLink } from "./public-link.tsx";

interface AgentCardProps {
  agent: AgentRow;
  showsBranch: boolean;
  onEdit: () => void;
}

/** One agent: whether it answers, with which model, what it did today, and its public page. */
export function AgentCard({ agent, showsBranch, onEdit }: AgentCardProps) {
  const { t } = useTranslation("assistant");
  const state = stateOf(agent);
  const facts = [showsBranch && agent.branch.name, agent.name, agent.model].filter(Boolean);
  return (
    <article className={laid("card stack")} aria-label={agent.nickname}>
      <header className={laid("middleWrap gap8x12")}>
        <span className={laid("centre fixed round12 sunkenGround text20 ink height40 width40")} aria-hidden>
          <RobotOutlined />
        </span>
        <div className={laid("grow besidePicture")}>
          <h2 className={laid("middleWrap title breaking gap2x8")}>
            {agent.nickname}
            <TintTag color="blue">{t(`type.${agent.type}`)}</TintTag>
            {agent.way === "draft" && <TintTag color="neutral">{t("draftOnly")}</TintTag>}
          </h2>
          <p className={laid("quiet breaking")}>{facts.join(" · ")}</p>
        </div>
        <StatusDot tone={tones[state]} label={t(`state.${state}`)} />
        <Actions agent={agent} onEdit={onEdit} />
      </header>
      {agent.attention && <AttentionBanner agent={agent} attention={agent.attention} onEdit={onEdit} />}
      <Figures agent={agent} />
      {agent.lastFailure && !agent.attention && (
        <p className={laid("warning text12 leading20")} title={agent.lastFailure.detail}>
          {t("lastFailure", { reason: t(`failure.${agent.lastFailure.reason}.what`) })}{" "}
          <RelativeTime value={agent.lastFailure.at} />
        </p>
      )}
      <PublicLink agent={agent} />
    </article>
  );
}

const tones = { answering: "success", off: "quiet", attention: "danger" } as const satisfies Record<string, Tone>;

function stateOf({ status, attention }: AgentRow): keyof typeof tones {
  if (attention) return "attention";
  return status === 1 ? "answering" : "off";
}

function Figures({ agent: { today, apiKey } }: { agent: AgentRow }) {
  const { t } = useTranslation("assistant");
  const figures = (["answers", "drafts", "handOvers", "failures", "publicAnswers"] as const).map((name) => ({
    name: t(`today.${name}`),
    value: today[name],
  }));
  return (
    <dl className={laid("gridBox gap12", styles.figures)} aria-label={t("today.title")}>
      {figures.map(({ name, value }) => (
        <div key={name} className={laid("facts", styles.figure)}>
          <dt className={layout.leading20}>{name}</dt>
          <dd className={laid("title figures")}>{value}</dd>
        </div>
      ))}
      <div className={laid("facts", styles.figure)}>
        <dt className={layout.leading20}>{t("fields.apiKey")}</dt>
        <dd className={laid("title figures", styles.key)}>
          {apiKey.last4 ? `••••${apiKey.last4}` : t(apiKey.hasValue ? "key.set" : "key.none")}
        </dd>
      </div>
    </dl>
  );
}

function Actions({ agent, onEdit }: { agent: AgentRow; onEdit: () => void }) {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { done, failed, confirm } = useFeedback();
  const { setStatus, remove } = useAgentWrites();
  const [busy, setBusy] = useState(false);
  const { recordID, nickname, branch } = agent;

  const handleSwitch = (on: boolean) => {
    setBusy(true);
    void setStatus(recordID, on ? 1 : 0)
      .then(() => done(t(on ? "switchedOn" : "switchedOff", { name: nickname, branch: branch.name })), failed)
      .finally(() => setBusy(false));
  };
  const handleRemove = async () => {
    const sure = await confirm({
      title: t("remove.title", { name: nickname }),
      detail: t("remove.detail"),
      verb: t("remove.verb"),
      danger: true,
    });
    if (sure) await remove(recordID).then(() => done(t("remove.done", { name: nickname })), failed);
  };
  return (
    <span className={laid("middleWrap gap4x8")}>
      {can("org:gpt:status") && (
        <Switch
          checked={agent.status === 1}
          loading={busy}
          aria-label={t("switch", { name: nickname, branch: branch.name })}
          onChange={handleSwitch}
        />
      )}
      {can("org:gpt:edit") && (
        <Button type="text" icon={<EditOutlined />} aria-label={t("edit", { name: nickname })} onClick={onEdit} />
      )}
      {can("org:gpt:delete") && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t("remove.of", { name: nickname })}
          onClick={() => void handleRemove()}
        />
      )}
    </span>
  );
}
