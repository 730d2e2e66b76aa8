import { type BackupSetting, backup } from "@homeroom/contract/backup";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { backupSettingNow, useBackupWrites } from "../api.ts";
import styles from "./group-backup.module.css";

/** The credentials for the branch's group chats, saved only when the service accepts them. */
export function BackupSettingCard({ setting, branchName }: { setting: BackupSetting; branchName: string }) {
  const { t } = useTranslation("chatManage");
  const [open, setOpen] = useState(setting.verifiedAt === null);
  return (
    <section className={laid("frame stack", styles.card)} aria-label={t("backup.setting")}>
      <header className={laid("middleWrap gap8x16")}>
        <div className={laid("narrowable", styles.cardWords)}>
          <h2 className={layout.title}>{t("backup.settingOf", { name: branchName })}</h2>
          {setting.verifiedAt ? (
            <p className={laid("small figures breaking")}>
              {t("backup.facts", { phone: setting.phoneID, product: setting.productID })} · {t("backup.verified")}{" "}
              <RelativeTime inText value={setting.verifiedAt} />
            </p>
          ) : (
            <p className={laid("small figures breaking")}>{t("backup.settingDetail")}</p>
          )}
        </div>
        <StatusDot
          tone={setting.verifiedAt ? "success" : "quiet"}
          label={t(setting.verifiedAt ? "backup.on" : "backup.off")}
        />
        {setting.verifiedAt && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? "backup.fold" : "backup.change")}
          </Button>
        )}
      </header>
      {open && <SettingForm setting={setting} onSaved={() => setOpen(false)} />}
    </section>
  );
}

function SettingForm({ setting, onSaved }: { setting: BackupSetting; onSaved: () => void }) {
  const { t } = useTranslation("chatManage");
  const { done } = useFeedback();
  const { save } = useBackupWrites(setting.branchID);
  const { token } = setting;
  // Somebody else may save meanwhile: the input stays, with the version that was shown.
  const [opened] = useState(() => valuesOf(setting));
  const shown = token.last4 ? t("backup.tokenEnds", { end: token.last4 }) : t("backup.tokenSet");
  return (
    <InlineForm
      guarded
      schema={backup.saveSetting.request}
      initialValues={opened}
      reload={async () => valuesOf(await backupSettingNow(setting.branchID))}
      onSubmit={save}
      onDone={() => {
        done(t("backup.saved"));
        onSaved();
      }}
      submitLabel={t("backup.save")}
    >
      <FormRow>
        <FormField name="phoneID" label={t("backup.phoneID")} required>
          <Input maxLength={100} autoComplete="off" />
        </FormField>
        <FormField name="productID" label={t("backup.productID")} required>
          <Input maxLength={100} autoComplete="off" />
        </FormField>
      </FormRow>
      <FormField
        name="token"
        label={t("backup.token")}
        required={!token.hasValue}
        hint={token.hasValue ? t("backup.tokenKept") : undefined}
      >
        <Input.Password
          maxLength={500}
          autoComplete="new-password"
          placeholder={token.hasValue ? shown : ""}
          visibilityToggle={false}
        />
      </FormField>
      <TestButton setting={setting} />
    </InlineForm>
  );
}

function valuesOf({ branchID, phoneID, productID, version }: BackupSetting) {
  return { branchID, phoneID, productID, version };
}

interface TestState {
  pending: boolean;
  ok?: boolean;
  words: string;
  /** The values that were tested: the result applies to no others. */
  of: string;
}

/** Tests the service with the form's contents; saving tests it again. */
function TestButton({ setting }: { setting: BackupSetting }) {
  const { t } = useTranslation("chatManage");
  const form = Form.useFormInstance();
  const { test } = useBackupWrites(setting.branchID);
  const written = JSON.stringify(Form.useWatch([], form) ?? null);
  const [state, setState] = useState<TestState>({ pending: false, words: "", of: "" });
  const handleTest = async () => {
    const of = written;
    setState({ pending: true, words: "", of });
    const { phoneID = "", productID = "", token } = form.getFieldsValue() as Record<string, string | undefined>;
    try {
      const name = await test({ branchID: setting.branchID, phoneID, productID, ...(token && { token }) });
      setState({ pending: false, ok: true, words: t("backup.tested", { name }), of });
    } catch (reason) {
      setState({ pending: false, ok: false, words: String(reason), of });
    }
  };
  return (
    <div className={laid("middleWrap gap8x12")}>
      <Button loading={state.pending} onClick={() => void handleTest()}>
        {t("backup.test")}
      </Button>
      <span role="status">
        {state.words && state.of === written && (
          <StatusDot tone={state.ok ? "success" : "danger"} label={state.words} />
        )}
      </span>
    </div>
  );
}
