import { CopyOutlined, LinkOutlined, QrcodeOutlined } from "@ant-design/icons";
import type { AgentRow } from "@homeroom/contract/assistant";
import { Button, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { QrCode } from "#modules/accounts/public.ts";
import { useCan } from "#platform/access.ts";
import { useCopy } from "#ui/feedback/use-copy.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAgentWrites } from "../api/agents.ts";

/** The page on which anybody can ask the agent without signing in: its address, to copy or open, or none. */
export function PublicLink({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { issueKey } = useAgentWrites();
  const [busy, setBusy] = useState(false);
  if (agent.publicPath)
    return <Address agent={agent} address={new URL(agent.publicPath, window.location.origin).href} />;
  if (!can("org:gpt:edit")) return null;
  const handleIssue = () => {
    setBusy(true);
    void issueKey(agent.recordID)
      .then(() => done(t("public.issued")), failed)
      .finally(() => setBusy(false));
  };
  return (
    <div className={laid("middleWrap gap8x16 lineAbove padTop12")}>
      <span className={laid("quiet flex1 minWidth200")}>{t("public.none")}</span>
      <Button icon={<LinkOutlined />} loading={busy} onClick={handleIssue}>
        {t("public.issue")}
      </Button>
    </div>
  );
}

function Address({ agent, address }: { agent: AgentRow; address: string }) {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { done, failed, confirm } = useFeedback();
  const { issueKey, revokeKey } = useAgentWrites();
  const copy = useCopy();
  const handleCopy = () => copy(address, { done: t("public.copied"), failed: t("public.copyFailed") });
  const handleEnd = async (what: "renew" | "revoke") => {
    const sure = await confirm({
      title: t(`public.${what}.title`),
      detail: t(`public.${what}.detail`),
      verb: t(`public.${what}.verb`),
      danger: true,
    });
    if (!sure) return;
    const write = what === "renew" ? issueKey : revokeKey;
    await write(agent.recordID).then(() => done(t(`public.${what}.done`)), failed);
  };
  return (
    <div className={laid("middleWrap gap8x16 lineAbove padTop12")}>
      <div className={laid("quiet flex1 minWidth200")}>
        <p className={laid("text12 leading20")}>{t("public.label")}</p>
        <a className={layout.breaking} href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </div>
      <span className={laid("middleWrap gap4x8")}>
        <Button icon={<CopyOutlined />} onClick={() => void handleCopy()}>
          {t("public.copy")}
        </Button>
        <Popover trigger="click" content={<QrCode text={address} label={t("public.qr")} />}>
          <Button icon={<QrcodeOutlined />} aria-label={t("public.qr")} title={t("public.qr")} />
        </Popover>
        {can("org:gpt:edit") && (
          <>
            <Button type="text" onClick={() => void handleEnd("renew")}>
              {t("public.renew.verb")}
            </Button>
            <Button type="text" onClick={() => void handleEnd("revoke")}>
              {t("public.revoke.verb")}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}
