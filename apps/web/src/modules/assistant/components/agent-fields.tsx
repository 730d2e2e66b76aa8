import { type AgentRow, type AgentType, maxInstructionsLength, maxKnowledgeLength } from "@homeroom/contract/assistant";
import { Form, Input, InputNumber, Radio, Select, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { HoursEditor } from "#modules/lead-rules/public.ts";
import { useBranches } from "#platform/branches.ts";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import layout from "#ui/layout.module.css";
import { TrialPanel } from "./trial-panel.tsx";

interface AgentFieldsProps {
  type: AgentType;
  agent: AgentRow | undefined;
}

/** All fields of an agent: what it is, its instructions, and how it behaves towards customers. */
export function AgentFields({ type, agent }: AgentFieldsProps) {
  return (
    <>
      <Connection type={type} agent={agent} />
      {type === "chatgpt" && <Instructions />}
      <TrialPanel type={type} agent={agent} />
      <Opening />
      <Answering />
      <HandingOver />
    </>
  );
}

function Connection({ type, agent }: AgentFieldsProps) {
  const { t } = useTranslation("assistant");
  const branches = useBranches().data ?? [];
  const isDify = type === "dify";
  const name = isDify ? "appName" : "name";
  const key = agent?.apiKey.last4 ? t("key.keeps", { last4: agent.apiKey.last4 }) : t(`key.where.${type}`);
  return (
    <FormSection title={t("sections.connection")}>
      <FormRow>
        <FormField name="nickname" label={t("fields.nickname")} required hint={t("hints.nickname")}>
          <Input maxLength={40} />
        </FormField>
        <FormField name={name} label={t(`fields.${name}`)} required>
          <Input maxLength={100} />
        </FormField>
      </FormRow>
      <FormField name="apiKey" label={t("fields.apiKey")} required={!agent} hint={key}>
        <Input.Password maxLength={400} autoComplete="off" placeholder={isDify ? "app-…" : "sk-…"} />
      </FormField>
      {!isDify && (
        <FormRow>
          <FormField name="model" label={t("fields.model")} required hint={t("hints.model")}>
            <Input maxLength={100} />
          </FormField>
          <FormField name="assistantOrPromptID" label={t("fields.assistantOrPromptID")} hint={t("hints.assistantId")}>
            <Input maxLength={100} />
          </FormField>
        </FormRow>
      )}
      {!agent && branches.length > 1 && (
        <FormField name="branchID" label={t("fields.branch")} hint={t("hints.branch")}>
          <Select options={branches} showSearch={{ optionFilterProp: "label" }} />
        </FormField>
      )}
    </FormSection>
  );
}

function Instructions() {
  const { t } = useTranslation("assistant");
  return (
    <FormSection title={t("sections.telling")}>
      <FormField name="instructions" label={t("fields.instructions")} hint={t("hints.instructions")}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={maxInstructionsLength} />
      </FormField>
      <FormField name="knowledge" label={t("fields.knowledge")} hint={t("hints.knowledge")}>
        <Input.TextArea autoSize={{ minRows: 5, maxRows: 16 }} maxLength={maxKnowledgeLength} />
      </FormField>
      <FormField name="temperature" label={t("fields.temperature")} hint={t("hints.temperature")}>
        <InputNumber min={0} max={2} step={0.1} className={layout.wide ?? ""} />
      </FormField>
    </FormSection>
  );
}

function Opening() {
  const { t } = useTranslation("assistant");
  return (
    <FormSection title={t("sections.opening")}>
      <FormField name="opening" label={t("fields.opening")}>
        <Radio.Group
          options={(["automatic", "manual"] as const).map((value) => ({ value, label: t(`opening.${value}`) }))}
        />
      </FormField>
      <FormField name="openingText" label={t("fields.openingText")} hint={t("hints.openingText")}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </FormField>
      <FormField name="way" label={t("fields.way")}>
        <Radio.Group options={(["send", "draft"] as const).map((value) => ({ value, label: t(`way.${value}`) }))} />
      </FormField>
    </FormSection>
  );
}

function Answering() {
  const { t } = useTranslation("assistant");
  const when = Form.useWatch<string | undefined>("answersWhen");
  const times = ["always", "outside", "inside"] as const;
  return (
    <FormSection title={t("sections.answering")}>
      <FormField name="answersWhen" label={t("fields.answersWhen")}>
        <Radio.Group options={times.map((value) => ({ value, label: t(`when.${value}`) }))} />
      </FormField>
      {when !== undefined && when !== "always" && (
        <FormField name="hours" label={t("fields.hours")}>
          <HoursEditor empty={t(when === "inside" ? "hints.neverAnswers" : "hints.noHours")} />
        </FormField>
      )}
      <FormRow>
        <FormField name="waitSeconds" label={t("fields.waitSeconds")} hint={t("hints.waitSeconds")}>
          <InputNumber min={1} max={60} precision={0} suffix={t("seconds")} className={layout.wide ?? ""} />
        </FormField>
        <FormField name="dailyLimit" label={t("fields.dailyLimit")} hint={t("hints.dailyLimit")}>
          <InputNumber min={1} max={100_000} precision={0} className={layout.wide ?? ""} />
        </FormField>
      </FormRow>
    </FormSection>
  );
}

function HandingOver() {
  const { t } = useTranslation("assistant");
  return (
    <FormSection title={t("sections.handingOver")}>
      <FormField name="handOverWhenUnsure" label={t("fields.handOverWhenUnsure")} valueName="checked">
        <Switch />
      </FormField>
      <FormField name="handOverWords" label={t("fields.handOverWords")} hint={t("hints.handOverWords")}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[",", "、", "，"]} />
      </FormField>
      <FormField name="handOverText" label={t("fields.handOverText")} hint={t("hints.handOverText")}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={500} />
      </FormField>
      <FormField name="mostInARow" label={t("fields.mostInARow")} hint={t("hints.mostInARow")}>
        <InputNumber min={1} max={100} precision={0} className={layout.wide ?? ""} />
      </FormField>
    </FormSection>
  );
}
