import type { BranchId } from "@homeroom/contract/ids";
import type { WelcomeSetting } from "@homeroom/contract/welcome";
import { Alert, Button, Segmented, Select, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useUnsavedGuard } from "#ui/drawer-form/use-unsaved-guard.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useLineChannels, useWelcome, useWelcomeWrites } from "../api/line.ts";
import { ChannelSkeleton } from "../components/channel-skeleton.tsx";
import { WelcomeButtons } from "../components/welcome-buttons.tsx";
import styles from "../components/welcome-editor.module.css";
import { WelcomePreview } from "../components/welcome-preview.tsx";
import { WelcomeSegments } from "../components/welcome-segments.tsx";
import { WelcomeTests } from "../components/welcome-tests.tsx";
import { broughtUpToDate, draftOf, formOf, isSame, problemOf, type WelcomeDraft } from "../rules/welcome-draft.ts";

/** The message for a person who adds the branch's LINE account, with a preview of their phone. */
export function WelcomeMessage() {
  const { search, change } = useAddress();
  const wanted = (search.get("branch") ?? undefined) as BranchId | undefined;
  const { data, error, isPending, refetch } = useWelcome(wanted);
  const late = useDelayed(isPending);
  if (isPending) return late ? <ChannelSkeleton /> : null;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  return <Editor key={data.branch.branchID} setting={data} onBranch={(branchID) => change({ branch: branchID })} />;
}

function Editor({ setting, onBranch }: { setting: WelcomeSetting; onBranch: (branchID: BranchId) => void }) {
  const { t } = useTranslation(["line", "ui"]);
  const can = useCan();
  const { draft, setDraft, isChanged, isOvertaken, busy, save } = useDraft(setting);
  const mayEdit = can("org:welcome:edit");
  const problem = problemOf(draft);
  return (
    <div className={laid("gridBox itemsStart", styles.columns)}>
      <div className={laid("column gap24")}>
        <BranchChoice branch={setting.branch} onChange={onBranch} />
        <WelcomeState setting={setting} />
        <div className={laid("column gap12")}>
          <Segmented
            value={draft.mode}
            disabled={!mayEdit}
            aria-label={t("welcome.mode")}
            style={{ alignSelf: "flex-start" }}
            options={(["automatic", "manual"] as const).map((value) => ({ value, label: t(`welcome.${value}`) }))}
            onChange={(mode) => setDraft({ ...draft, mode })}
          />
          <p className={layout.hint}>{t(`welcome.${draft.mode}Hint`)}</p>
        </div>
        <WelcomeSegments
          segments={draft.segments}
          disabled={!mayEdit}
          onChange={(segments) => setDraft((before) => ({ ...before, segments }))}
        />
        <WelcomeButtons
          buttons={draft.buttons}
          disabled={!mayEdit}
          onChange={(buttons) => setDraft((before) => ({ ...before, buttons }))}
        />
        {isOvertaken && (
          <Alert type="warning" showIcon title={t("ui:conflict.title")} description={t("ui:conflict.check")} />
        )}
        {mayEdit && (
          <div className={layout.rowWrap}>
            <Button type="primary" loading={busy} disabled={problem !== null || !isChanged} onClick={() => void save()}>
              {t("welcome.save")}
            </Button>
            <span className={layout.danger} role="status">
              {isChanged && problem && t(`welcome.problem.${problem}`)}
            </span>
          </div>
        )}
        {can("org:welcome:test") && (
          <WelcomeTests branchID={setting.branch.branchID} draft={draft} isSaved={!isChanged && setting.version > 0} />
        )}
      </div>
      <aside className={laid("sticky", styles.side)}>
        <p className={laid("hint below8 textCentre")}>{t("welcome.preview")}</p>
        <WelcomePreview draft={draft} name={setting.branch.name} />
      </aside>
    </div>
  );
}

function useDraft(setting: WelcomeSetting) {
  const { t } = useTranslation("line");
  const { done, failed } = useFeedback();
  const writes = useWelcomeWrites();
  const [draft, setDraft] = useState<WelcomeDraft>(() => draftOf(setting));
  const [base, setBase] = useState({ version: setting.version, draft });
  const [isOvertaken, setOvertaken] = useState(false);
  const [busy, setBusy] = useState(false);
  const isChanged = !isSame(draft, base.draft);
  // Saved since: here, by somebody else, or with the switch, which also makes a version.
  if (setting.version !== base.version) {
    const theirs = draftOf(setting);
    setBase({ version: setting.version, draft: theirs });
    setDraft(broughtUpToDate({ base: base.draft, mine: draft, theirs }));
    setOvertaken(isChanged && !isSame(theirs, base.draft) && !isSame(theirs, draft));
  }
  useUnsavedGuard({ current: isChanged });
  const save = async () => {
    setBusy(true);
    try {
      await writes.save({ ...formOf(draft), branchID: setting.branch.branchID, version: base.version });
      done(t("welcome.saved"));
    } catch (problem) {
      failed(problem);
    } finally {
      setBusy(false);
    }
  };
  return { draft, setDraft, isChanged, isOvertaken, busy, save };
}

/** Chooses the branch, if there are several. */
function BranchChoice({
  branch,
  onChange,
}: {
  branch: WelcomeSetting["branch"];
  onChange: (branchID: BranchId) => void;
}) {
  const { t } = useTranslation("line");
  const can = useCan();
  const { data = [] } = useLineChannels();
  if (!can("org:line:query") || data.length < 2) return null;
  return (
    <Select
      value={branch.branchID}
      aria-label={t("welcome.branch")}
      style={{ maxWidth: 320 }}
      options={data.map((one) => ({ value: one.branch.branchID, label: one.branch.name }))}
      onChange={onChange}
    />
  );
}

/** Whether the message is in use, and why it cannot be. */
function WelcomeState({ setting }: { setting: WelcomeSetting }) {
  const { t } = useTranslation("line");
  const can = useCan();
  const { failed } = useFeedback();
  const { setStatus } = useWelcomeWrites();
  const [busy, setBusy] = useState(false);
  const { status, version, lineConfigured, branch } = setting;
  const toggle = async (on: boolean) => {
    setBusy(true);
    try {
      await setStatus({ Status: on ? 1 : 0, branchID: branch.branchID });
    } catch (problem) {
      failed(problem);
    } finally {
      setBusy(false);
    }
  };
  const state = version === 0 ? "none" : !lineConfigured ? "noLine" : status === 1 ? "on" : "off";
  return (
    <div className={laid("frame middleWrap gap8x16 pad12x16")}>
      <div className={laid("narrowable", styles.stateWords)}>
        <p>{t(`welcome.state.${state}`)}</p>
        <p className={layout.hint}>{t(`welcome.stateHint.${state}`)}</p>
      </div>
      <Switch
        checked={status === 1}
        loading={busy}
        disabled={version === 0 || !can("org:welcome:edit") || (!lineConfigured && status === 0)}
        aria-label={t("welcome.switch")}
        onChange={(on) => void toggle(on)}
      />
    </div>
  );
}
