import { type VariableSource, variableSources } from "@homeroom/contract/message-templates";
import { Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { firstVariables, placesOf, sampleText } from "../rules/template-places.ts";
import styles from "./plan-wizard.module.css";
import type { StepProps } from "./who-step.tsx";

/** A plan's message: the channel, the template, and the values of its placeholders. */
export function WhatStep({ draft, change, choices }: StepProps) {
  const { t } = useTranslation("broadcastPlans");
  const usable = choices.templates.filter(({ channels }) =>
    channels.some(({ channelId }) => channelId === draft.channel),
  );
  const template = usable.find(({ recordID }) => recordID === draft.templateID);
  const channelOf = (value: string | null) => choices.channels.find(({ channelId }) => channelId === value)?.channelId;
  const choose = (value: string | null) => {
    const chosen = usable.find(({ recordID }) => recordID === value);
    change({ templateID: chosen?.recordID ?? null, variables: chosen ? firstVariables(chosen) : {} });
  };
  const variable = (key: string) => draft.variables[key] ?? { source: "none" as const, text: "" };
  return (
    <div className={styles.step}>
      <label className={styles.field}>
        <span className={styles.label}>{t("fields.channel")}</span>
        <ChoiceSelect
          value={draft.channel}
          options={choices.channels.map(({ channelId, name }) => ({ value: channelId, label: name }))}
          onChange={(value) => change({ channel: channelOf(value) ?? null, templateID: null, variables: {} })}
        />
      </label>
      <label className={styles.field}>
        <span className={styles.label}>{t("fields.template")}</span>
        <ChoiceSelect
          value={template?.recordID ?? null}
          disabled={!draft.channel}
          options={usable.map(({ recordID, name, language, category }) => ({
            value: recordID,
            label: t("templateOption", { name, language, category: t(`category.${category}`) }),
          }))}
          onChange={choose}
        />
      </label>
      {template && <p className={styles.text}>{sampleText(template)}</p>}
      {template &&
        placesOf(template).map(({ key, sample }) => (
          <div key={key} className={styles.field}>
            <span className={styles.label}>{t("place", { key, sample })}</span>
            <span className={styles.place}>
              <Select<VariableSource>
                aria-label={t("sourceOf", { key })}
                value={variable(key).source}
                options={variableSources.map((value) => ({ value, label: t(`source.${value}`) }))}
                onChange={(source) =>
                  change({ variables: { ...draft.variables, [key]: { ...variable(key), source } } })
                }
              />
              <Input
                aria-label={t("textOf", { key })}
                value={variable(key).text}
                maxLength={1024}
                placeholder={t(variable(key).source === "none" ? "placeText" : "placeInstead")}
                onChange={({ target }) =>
                  change({ variables: { ...draft.variables, [key]: { ...variable(key), text: target.value } } })
                }
              />
            </span>
          </div>
        ))}
    </div>
  );
}
