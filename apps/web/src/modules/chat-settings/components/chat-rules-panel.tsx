import { WechatWorkOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { type ChatSettings, useChatSettings, useChatSettingWrites } from "../api.ts";
import styles from "./chat-rules.module.css";
import { ChatRulesForm } from "./chat-rules-form.tsx";

/** The rules of the organisation or of one branch, chosen in the address. */
export function ChatRulesPanel() {
  const settings = useChatSettings();
  const late = useDelayed(settings.isPending);
  if (settings.isPending) return <div className={styles.waiting}>{late && <Skeleton height={320} />}</div>;
  if (!settings.data) return <ErrorState message={settings.error ?? ""} onRetry={() => void settings.refetch()} />;
  return (
    <div className={laid("stack", styles.panel)}>
      <Rules settings={settings.data} />
      <LaterCard />
    </div>
  );
}

type BranchRules = ChatSettings["branches"][number];

function Rules({ settings }: { settings: ChatSettings }) {
  const { t } = useTranslation("chatManage");
  const { search, change } = useAddress();
  const { organization, mayEditOrganization, branches } = settings;
  const seesDefault = mayEditOrganization || branches.length !== 1;
  const branch = branches.find(({ branchID }) => branchID === search.get("branch"));
  const shown = branch ?? (seesDefault ? null : (branches[0] ?? null));
  const options = [
    ...(seesDefault ? [{ value: "", label: t("organization") }] : []),
    ...branches.map(({ branchID, name, own }) => ({
      value: branchID as string,
      label: own ? t("branchOwn", { name }) : name,
    })),
  ];
  return (
    <section className={laid("frame stack", styles.card)} aria-label={t("tabs.rules")}>
      <div className={laid("middleWrap gap8x12")}>
        <span className={layout.quiet}>{t("appliesTo")}</span>
        <Select
          className={laid("minWidth200", styles.scopeChoice)}
          aria-label={t("appliesTo")}
          value={shown?.branchID ?? ""}
          options={options}
          showSearch={options.length > 8 ? { optionFilterProp: "label" } : false}
          onChange={(value) => change({ branch: value || null })}
        />
      </div>
      {shown ? (
        <BranchRulesForm key={shown.branchID} branch={shown} />
      ) : (
        <ChatRulesForm setting={organization} mayEdit={mayEditOrganization} />
      )}
    </section>
  );
}

/** A branch follows the organisation until it gets its own rules. */
function BranchRulesForm({ branch }: { branch: BranchRules }) {
  const { t } = useTranslation("chatManage");
  const can = useCan();
  const { done, failed, confirm } = useFeedback();
  const { adoptDefault } = useChatSettingWrites();
  const [begun, setBegun] = useState(false);
  const mayEdit = can("org:chat:edit");
  const handleAdopt = async () => {
    const detail = t("adopt.detail");
    if (!(await confirm({ title: t("adopt.title", { name: branch.name }), detail, verb: t("adopt.verb") }))) return;
    try {
      await adoptDefault(branch.branchID);
      setBegun(false);
      done(t("adopt.done"));
    } catch (reason) {
      failed(reason);
    }
  };
  const follows = !branch.own && !begun;
  return (
    <>
      <div className={laid("middleWrap sunken justifyBetween gap8x12 pad8x12")}>
        <p>{t(follows ? "follows" : "ownRules", { name: branch.name })}</p>
        {mayEdit && follows && <Button onClick={() => setBegun(true)}>{t("makeOwn")}</Button>}
        {mayEdit && branch.own && <Button onClick={() => void handleAdopt()}>{t("adopt.verb")}</Button>}
      </div>
      <ChatRulesForm
        key={String(follows)}
        setting={branch.setting}
        branchEmail={branch.email}
        mayEdit={mayEdit && !follows}
        onSaved={() => setBegun(false)}
      />
    </>
  );
}

/** A channel that will be available later. */
function LaterCard() {
  const { t } = useTranslation("chatManage");
  return (
    <section className={laid("frame middle quiet gap12", styles.later)} aria-label={t("wecom.title")}>
      <WechatWorkOutlined className={layout.text24} aria-hidden />
      <div className={layout.grow}>
        <h2 className={laid("strong text14 textColour")}>{t("wecom.title")}</h2>
        <p>{t("wecom.detail")}</p>
      </div>
      <TintTag color="neutral">{t("wecom.later")}</TintTag>
    </section>
  );
}
