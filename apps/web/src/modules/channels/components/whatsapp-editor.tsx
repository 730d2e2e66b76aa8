import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { NewWhatsappForm, type TestedField, type WhatsappChannel, WhatsappForm } from "@homeroom/contract/channels";
import { Button, Checkbox, Drawer, Form, Input, Select } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { DrawerForm, type FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormSection } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import {
  fetchWhatsappChannel,
  type TestResult,
  testWhatsapp,
  useTrialNumber,
  useWhatsappWrites,
} from "../api/whatsapp.ts";
import { formatFault, placeAtMeta, type TriedValues, triedKey } from "../rules/meta-values.ts";
import { faultKey, ownFaults } from "../rules/text-keys.ts";
import { TrialConnected, TrialOffer } from "./trial-number.tsx";
import { useCheckedValues } from "./use-checked-values.ts";
import { WebhookAddress } from "./webhook-address.tsx";
import styles from "./whatsapp-editor.module.css";

interface WhatsappEditorProps {
  /** Left out: a new number. */
  channel?: WhatsappChannel;
  /** Branches that have a number already. */
  taken?: readonly string[];
  onClose: () => void;
}

/** WhatsApp's answer, and the values it is about. */
interface TestedValues {
  result: TestResult;
  key: string;
}

type SaveAnswer = Awaited<ReturnType<ReturnType<typeof useWhatsappWrites>["save"]>>;

/** The form of a WhatsApp number. Nothing is saved that has not passed its test. */
export function WhatsappEditor({ channel, taken = [], onClose }: WhatsappEditorProps) {
  const { t } = useTranslation("channels");
  const { done } = useFeedback();
  const { save } = useWhatsappWrites();
  const [initialValues] = useState(() => valuesOf(channel));
  const [tried, setTried] = useState<TestedValues | null>(null);
  const handleResult = (result: TestResult, of: TriedValues) => setTried({ result, key: triedKey(of) });
  const [saved, setSaved] = useState<SaveAnswer | null>(null);
  const trial = useTrialNumber();
  const [phonePage, setPhonePage] = useState<string | null>(null);

  const handleSubmit = async (form: WhatsappForm, report: FailureReport) => {
    const { name: _name, branchID: _branch, renewVerifyToken: _renew, version: _version, ...values } = form;
    // Tested first to get a reason for each value: the server would only refuse the save without details.
    const tested = await testWhatsapp(values);
    handleResult(tested, values);
    const faults = ownFaults(tested.fields);
    if (faults.length === 0) {
      const answer = await save(form, report);
      if (trial?.phoneNumberID === form.phoneNumberID) setPhonePage(trial.phonePage);
      return answer;
    }
    const errors = faults.map(({ field, reason }) => ({
      field,
      name: "SETTING_NOT_VERIFIED" as const,
      message: sentence(t(`fault.${faultKey(reason)}`)),
    }));
    const message = t("test.failed");
    report.onFailure({ name: "SETTING_NOT_VERIFIED", message, status: null, errors, details: {}, traceId: null });
    throw new Error(message);
  };
  const handleDone = (answer: SaveAnswer) => {
    done(t("form.saved"));
    if (answer.verifyToken) setSaved(answer);
    else onClose();
  };
  if (saved && phonePage) return <TrialConnected phonePage={phonePage} onClose={onClose} />;
  if (saved?.verifyToken)
    return <VerifyToken verifyToken={saved.verifyToken} webhookUrl={saved.webhookUrl} onClose={onClose} />;
  return (
    <DrawerForm
      open
      title={channel ? t("form.editOne", { name: channel.name }) : t("form.add")}
      schema={channel ? WhatsappForm : NewWhatsappForm}
      initialValues={initialValues}
      {...(channel && { reload: async () => valuesOf(await fetchWhatsappChannel(channel.recordID)) })}
      onSubmit={handleSubmit}
      onDone={handleDone}
      onClose={onClose}
      submitLabel={t("form.testAndSave")}
    >
      {!channel && <TrialOffer />}
      <Fields {...(channel && { channel })} taken={taken} />
      {tried && <TestResults tried={tried} />}
      <CheckWhenPasted channel={channel} onResult={handleResult} />
      <TestButton channel={channel} onResult={handleResult} />
    </DrawerForm>
  );
}

/** Texts that follow a field's name in the list of results need a capital at the field itself. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valuesOf(channel: WhatsappChannel | undefined) {
  const secrets = { accessToken: "", appSecret: "", renewVerifyToken: false };
  if (!channel) return { name: "", appID: "", phoneNumberID: "", businessAccountID: "", catalogueID: "", ...secrets };
  const { recordID, name, appID, phoneNumberID, businessAccountID, catalogueID, version } = channel;
  return { recordID, name, appID, phoneNumberID, businessAccountID, catalogueID, version, ...secrets };
}

function Fields({ channel, taken }: { channel?: WhatsappChannel; taken: readonly string[] }) {
  const { t } = useTranslation("channels");
  const kept = (name: "accessToken" | "appSecret") => {
    const secret = channel?.[name];
    if (!secret?.hasValue) return t(`hint.${name}`);
    return secret.last4 === "" ? t("form.keptShort") : t("form.kept", { last4: secret.last4 });
  };
  const id = (name: Exclude<TestedField, "accessToken" | "appSecret">, required: boolean) => (
    <FormField
      name={name}
      label={t(`fact.${name}`)}
      required={required}
      hint={<ValueHint field={name} text={t(`hint.${name}`)} />}
    >
      <Input inputMode="numeric" maxLength={32} autoComplete="off" />
    </FormField>
  );
  return (
    <>
      {!channel && <BranchField taken={taken} />}
      <FormField name="name" label={t("form.name")} required hint={t("hint.name")}>
        <Input maxLength={100} />
      </FormField>
      <FormSection title={t("form.connection")}>
        {id("appID", true)}
        <FormField
          name="appSecret"
          label={t("fact.appSecret")}
          required={!channel}
          hint={<ValueHint field="appSecret" text={kept("appSecret")} />}
        >
          <Input.Password autoComplete="new-password" maxLength={256} />
        </FormField>
        {id("businessAccountID", true)}
        {id("phoneNumberID", true)}
        <FormField
          name="accessToken"
          label={t("fact.accessToken")}
          required={!channel}
          hint={<ValueHint field="accessToken" text={kept("accessToken")} />}
        >
          <Input.Password autoComplete="new-password" maxLength={4096} />
        </FormField>
        {id("catalogueID", false)}
      </FormSection>
      {channel && (
        <Form.Item name="renewVerifyToken" valuePropName="checked">
          <Checkbox>{t("form.renewVerifyToken")}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Where to find a value at Meta and, at once, an obvious fault of the pasted one. */
function ValueHint({ field, text }: { field: TestedField; text: string }) {
  const { t } = useTranslation("channels");
  const form = Form.useFormInstance();
  const pasted = String(Form.useWatch(field, form) ?? "");
  const appId = String(Form.useWatch("appID", form) ?? "");
  const fault = formatFault(field, pasted);
  return (
    <>
      {fault && (
        <span className={laid("danger block")} role="alert">
          {t(`format.${fault}`)}
        </span>
      )}
      {text}{" "}
      <a className={styles.atMeta} href={placeAtMeta(field, appId)} target="_blank" rel="noreferrer">
        {t("form.atMeta")}
      </a>
    </>
  );
}

interface CheckWhenPastedProps {
  channel: WhatsappChannel | undefined;
  onResult: (result: TestResult, of: TriedValues) => void;
}

/** Renders nothing. Tests the form's values at Meta when they are pasted. */
function CheckWhenPasted({ channel, onResult }: CheckWhenPastedProps) {
  useCheckedValues(channel, onResult);
  return null;
}

function BranchField({ taken }: { taken: readonly string[] }) {
  const { t } = useTranslation("channels");
  const branches = useBranches().data ?? [];
  const free = branches.filter(({ value }) => !taken.includes(value));
  const form = Form.useFormInstance();
  // A single choice is selected automatically.
  const only = free.length === 1 ? free[0]?.value : undefined;
  useEffect(() => {
    if (only && !form.getFieldValue("branchID")) form.setFieldValue("branchID", only);
  }, [form, only]);
  return (
    <FormField name="branchID" label={t("form.branch")} required>
      <Select options={free.map(({ value, label }) => ({ value, label }))} />
    </FormField>
  );
}

interface TestButtonProps {
  channel: WhatsappChannel | undefined;
  onResult: (result: TestResult, of: TriedValues) => void;
}

/** Tests the form's current values without saving. */
function TestButton({ channel, onResult }: TestButtonProps) {
  const { t } = useTranslation("channels");
  const { failed } = useFeedback();
  const form = Form.useFormInstance();
  const [busy, setBusy] = useState(false);
  const handleTest = async () => {
    const {
      name: _name,
      branchID: _branch,
      renewVerifyToken: _renew,
      version: _version,
      ...values
    } = form.getFieldsValue(true) as Record<string, string>;
    setBusy(true);
    try {
      onResult(await testWhatsapp({ ...values, ...(channel && { recordID: channel.recordID }) }), values);
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void handleTest()}>
      {t("test.verb")}
    </Button>
  );
}

/** WhatsApp's answer for each value, as long as they are those in the form. */
function TestResults({ tried: { result, key } }: { tried: TestedValues }) {
  const { t } = useTranslation("channels");
  const form = Form.useFormInstance();
  const written = Form.useWatch((values: TriedValues) => triedKey(values), form);
  const { number } = result;
  if (written !== key) return null;
  return (
    <section className={laid("below16 pad12 outlined round8")} aria-label={t("test.title")} aria-live="polite">
      {number && (
        <p className={laid("strong figures below8")}>
          {[number.displayPhone, number.verifiedName].filter(Boolean).join(" · ")}
        </p>
      )}
      <ul className={laid("bareList closeGrid")}>
        {result.fields.map(({ field, ok, reason, detail }) => (
          <li key={field} className={laid("line", styles.line)} data-ok={ok}>
            {ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
            <span>
              {t("test.line", { field: t(`fact.${field}`), words: ok ? t("test.ok") : t(`fault.${faultKey(reason)}`) })}
              {!ok && detail && <span className={laid("small breaking block leading18")}>{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VerifyTokenProps {
  verifyToken: string;
  webhookUrl: string;
  onClose: () => void;
}

/** The values for Meta's console; the token is shown only this once. */
function VerifyToken({ verifyToken, webhookUrl, onClose }: VerifyTokenProps) {
  const { t } = useTranslation("channels");
  const narrow = useNarrow(600);
  return (
    <Drawer
      open
      title={t("verify.title")}
      size={narrow ? "100%" : 560}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("verify.done")}
        </Button>
      }
    >
      <WebhookAddress address={webhookUrl} />
      <br />
      <WebhookAddress address={verifyToken} label={t("fact.verifyToken")} hint={t("verify.once")} />
    </Drawer>
  );
}
