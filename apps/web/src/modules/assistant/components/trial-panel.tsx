import type { AgentRow, AgentType } from "@homeroom/contract/assistant";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { InSight } from "#ui/drawer-form/in-sight.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type Trial, type TrialResult, useTrial } from "../api/agents.ts";
import { failureKey } from "../rules/agent-form.ts";
import styles from "./agents.module.css";

/** Tests the agent as the form describes it, and shows its answer or what is wrong. A new key or model requires this test. */
export function TrialPanel({ type, agent }: { type: AgentType; agent: AgentRow | undefined }) {
  const { t } = useTranslation("assistant");
  const can = useCan();
  const { failed } = useFeedback();
  const form = Form.useFormInstance();
  const trial = useTrial(type);
  const [question, setQuestion] = useState("");
  const written = Form.useWatch((values: Trial) => triedValues(type, values), form);
  if (!can("org:gpt:test")) return null;
  const handleTest = () => {
    if (trial.isPending) return;
    const asked = { content: question.trim(), ...(agent && { recordID: agent.recordID }) };
    trial.mutate({ ...triedValues(type, form.getFieldsValue(true) as Trial), ...asked }, { onError: failed });
  };
  // A result for other values says nothing about those in the form now.
  const isOfThese =
    trial.variables && JSON.stringify(triedValues(type, trial.variables)) === JSON.stringify(written ?? {});
  return (
    <section className={laid("closeStack sunken pad12 outlined", styles.trial)} aria-label={t("trial.title")}>
      <p className={layout.hint}>{t("trial.hint")}</p>
      <div className={layout.line}>
        <Input
          value={question}
          maxLength={1000}
          placeholder={t("trial.question")}
          aria-label={t("trial.question")}
          onChange={({ target }) => setQuestion(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // It must not save the form.
            event.preventDefault();
            if (!isComposing(event.nativeEvent)) handleTest();
          }}
        />
        <Button loading={trial.isPending} onClick={handleTest}>
          {t("trial.verb")}
        </Button>
      </div>
      <InSight about={trial.data ?? null} block="nearest">
        <div aria-live="polite">{trial.data && isOfThese && <Result result={trial.data} />}</div>
      </InSight>
    </section>
  );
}

/** What a test of an agent depends on, besides its question. */
function triedValues(type: AgentType, values: Trial): Trial {
  const { apiKey, model, assistantOrPromptID, instructions, knowledge, temperature } = values;
  return type === "dify" ? { apiKey } : { apiKey, model, assistantOrPromptID, instructions, knowledge, temperature };
}

function Result({ result }: { result: TrialResult }) {
  const { t } = useTranslation("assistant");
  if ("answer" in result) return <p className={laid("written pad8x12 round8 successTint success")}>{result.answer}</p>;
  if (result.failure === "")
    return <p className={laid("danger breaking pad8x12 round8 dangerTint")}>{result.message}</p>;
  const reason = failureKey(result.failure);
  return (
    <div className={laid("danger breaking pad8x12 round8 dangerTint")}>
      <p>
        {t(`failure.${reason}.what`)} {t(`failure.${reason}.todo`)}
      </p>
      {result.detail && <p className={laid("text12 leading20")}>{result.detail}</p>}
    </div>
  );
}
