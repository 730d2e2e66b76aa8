import { type LineChannel, LineForm } from "@homeroom/contract/line";
import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm, type FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InSight } from "#ui/drawer-form/in-sight.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { fetchLineChannel, useLineWrites } from "../api/line.ts";
import { lineRefusalKey } from "../rules/text-keys.ts";

/** A new account needs both keys; an edit keeps those that are not entered. */
const NewLineForm = LineForm.extend({
  channelSecret: LineForm.shape.channelSecret.unwrap().min(1),
  accessToken: LineForm.shape.accessToken.unwrap().min(1),
});

interface LineEditorProps {
  channel: LineChannel;
  onClose: () => void;
}

/** Connects a branch with its LINE account. The input is tested before it is saved, either manually or by saving. */
export function LineEditor({ channel, onClose }: LineEditorProps) {
  const { t } = useTranslation("line");
  const { done } = useFeedback();
  const { save } = useLineWrites();
  const [tested, setTested] = useState<TestedKeys | null>(null);
  // The account at the time of opening, since the list behind the form is polled.
  const [initialValues] = useState(() => valuesOf(channel));
  const { branch } = channel;
  const submit = (values: LineForm, report: FailureReport) => {
    setTested(null);
    return save(values, {
      onFailure(failure) {
        if (failure.name === "SETTING_NOT_VERIFIED")
          setTested({
            ok: false,
            detail: t(`refused.${lineRefusalKey(failure.details.reason)}`),
            keys: keysOf(values),
          });
        report.onFailure(failure);
      },
    });
  };
  return (
    <DrawerForm
      open
      title={t(channel.recordID ? "form.editTitle" : "form.connectTitle", { branch: branch.name })}
      schema={channel.recordID ? LineForm : NewLineForm}
      initialValues={initialValues}
      reload={async () => valuesOf(await fetchLineChannel(branch.branchID))}
      onSubmit={submit}
      onDone={() => {
        done(t("form.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="channelID" label={t("fields.channelID")} hint={t("form.channelIDHint")} required>
        <Input inputMode="numeric" autoComplete="off" maxLength={20} />
      </FormField>
      <FormField
        name="channelSecret"
        label={t("fields.channelSecret")}
        required={!channel.channelSecret.hasValue}
        hint={<KeptHint secret={channel.channelSecret} />}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </FormField>
      <FormField
        name="accessToken"
        label={t("fields.accessToken")}
        required={!channel.accessToken.hasValue}
        hint={<KeptHint secret={channel.accessToken} />}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} autoComplete="off" spellCheck={false} maxLength={1000} />
      </FormField>
      <FormField name="officialID" label={t("fields.officialID")} hint={t("form.officialIDHint")}>
        <Input placeholder="@" maxLength={50} autoComplete="off" />
      </FormField>
      <TestKeys channel={channel} onTested={setTested} />
      <InSight about={tested} block="nearest">
        <div aria-live="polite">{tested && <TestResult tested={tested} />}</div>
      </InSight>
    </DrawerForm>
  );
}

function valuesOf({ branch: { branchID }, channelID, officialID, version }: LineChannel) {
  return { branchID, channelID, officialID, channelSecret: "", accessToken: "", version };
}

/** Says that an empty field keeps the saved secret. */
function KeptHint({ secret }: { secret: LineChannel["accessToken"] }) {
  const { t } = useTranslation("line");
  if (!secret.hasValue) return null;
  return secret.last4 ? t("form.kept", { last4: secret.last4 }) : t("form.keptWhole");
}

type Keys = Pick<LineForm, "channelID" | "channelSecret" | "accessToken">;

const keysOf = ({ channelID = "", channelSecret = "", accessToken = "" }: Partial<Keys>): Keys => ({
  channelID: channelID.trim(),
  channelSecret: channelSecret.trim(),
  accessToken: accessToken.trim(),
});

/** LINE's answer, and the keys it is about. */
interface TestedKeys {
  ok: boolean;
  detail: string;
  keys: Keys;
}

interface TestKeysProps {
  channel: LineChannel;
  onTested: (tested: TestedKeys | null) => void;
}

/** Asks LINE whether the keys in the form belong together. */
function TestKeys({ channel, onTested }: TestKeysProps) {
  const { t } = useTranslation("line");
  const can = useCan();
  const form = Form.useFormInstance();
  const { test } = useLineWrites();
  const [busy, setBusy] = useState(false);
  if (!can("org:line:test")) return null;
  const run = async () => {
    setBusy(true);
    onTested(null);
    const keys = keysOf(form.getFieldsValue() as Partial<LineForm>);
    const kept = channel.recordID ? { recordID: channel.recordID } : {};
    let why = t("refused.unknown");
    try {
      const answer = await test(
        { ...keys, ...kept },
        {
          onFailure: ({ details, name, message, errors }) => {
            form.setFields(errors.map((fault) => ({ name: fault.field, errors: [fault.message] })));
            why = name === "CHAT_VERIFICATION_FAILED" ? t(`refused.${lineRefusalKey(details.reason)}`) : message;
          },
        },
      );
      onTested({ ok: true, detail: answer.detail, keys });
      if (!form.getFieldValue("officialID")) form.setFieldValue("officialID", answer.officialID);
    } catch {
      onTested({ ok: false, detail: why, keys });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button onClick={() => void run()} loading={busy}>
      {t("test.verb")}
    </Button>
  );
}

/** LINE's answer about the keys, as long as they are those in the form. */
function TestResult({ tested: { ok, detail, keys } }: { tested: TestedKeys }) {
  const { t } = useTranslation("line");
  const written = Form.useWatch((values: Partial<LineForm>) => JSON.stringify(keysOf(values)), Form.useFormInstance());
  if (written !== JSON.stringify(keys)) return null;
  return (
    <Alert
      style={{ marginTop: 12 }}
      type={ok ? "success" : "error"}
      showIcon
      title={t(ok ? "test.accepted" : "test.refused")}
      description={detail}
    />
  );
}
