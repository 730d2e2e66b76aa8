import { type VariableSource, variableSources } from "@homeroom/contract/message-templates";
import { Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { emailContentOf, MailPreview } from "#modules/email-templates/public.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { firstVariables, placesOf, sampleText } from "../rules/template-places.ts";
import { RepairLink, useMayRepair } from "./pause-advice.tsx";
import styles from "./plan-wizard.module.css";
import { usePlaceNames } from "./use-place-names.ts";
import type { StepProps } from "./who-step.tsx";

/** What a plan sends: a mail, or a WhatsApp template. */
export function WhatStep(props: StepProps) {
  return props.draft.kind === "email" ? <MailChoice {...props} /> : <MessageChoice {...props} />;
}

/** A single choice is selected automatically. */
function onlyOf<One>(list: readonly One[]): One | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** The branch that sends, and the mail. */
function MailChoice({ draft, change, choices }: StepProps) {
  const { t } = useTranslation("broadcastPlans");
  const { senders, emailTemplates: mails } = choices;
  const mail = mails.find(({ recordID }) => recordID === draft.emailTemplateID);
  const branchID = draft.branchID ?? onlyOf(senders)?.branchID ?? null;
  if (senders.length === 0) return <p role="alert">{t("noSender")}</p>;
  return (
    <div className={layout.stack}>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.branch")}</span>
        <ChoiceSelect
          value={branchID}
          options={senders.map(({ branchID, name, sender }) => ({ value: branchID, label: `${name} · ${sender}` }))}
          onChange={(value) => change({ branchID: senders.find((one) => one.branchID === value)?.branchID ?? null })}
        />
      </label>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.emailTemplate")}</span>
        <ChoiceSelect
          value={mail?.recordID ?? null}
          options={mails.map(({ recordID, name, subject }) => ({ value: recordID, label: `${name} · ${subject}` }))}
          onChange={(value) =>
            change({ branchID, emailTemplateID: mails.find(({ recordID }) => recordID === value)?.recordID ?? null })
          }
        />
      </label>
      {mails.length === 0 && <p role="alert">{t("noEmailTemplate")}</p>}
      {mail && <MailPreview content={emailContentOf(mail)} />}
    </div>
  );
}

/** A plan's message: the channel, the template, and the values of its placeholders. */
function MessageChoice({ draft, change, choices }: StepProps) {
  const { t, i18n } = useTranslation("broadcastPlans");
  const languages = new Intl.DisplayNames(i18n.language, { type: "language" });
  const languageName = (code: string) => languages.of(code.replace("_", "-")) ?? code;
  const channel = draft.channel ?? onlyOf(choices.channels)?.channelId ?? null;
  const number = choices.channels.find(({ channelId }) => channelId === channel);
  const usable = choices.templates.filter(({ channels }) => channels.some(({ channelId }) => channelId === channel));
  const template = usable.find(({ recordID }) => recordID === draft.templateID);
  const channelOf = (value: string | null) => choices.channels.find(({ channelId }) => channelId === value)?.channelId;
  const choose = (value: string | null) => {
    const chosen = usable.find(({ recordID }) => recordID === value);
    change({ channel, templateID: chosen?.recordID ?? null, variables: chosen ? firstVariables(chosen) : {} });
  };
  const nameOf = usePlaceNames();
  if (choices.channels.length === 0) return <p role="alert">{t("noNumber")}</p>;
  const variable = (key: string) => draft.variables[key] ?? { source: "none" as const, text: "" };
  return (
    <div className={layout.stack}>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.channel")}</span>
        <ChoiceSelect
          value={channel}
          options={choices.channels.map(({ channelId, name }) => ({ value: channelId, label: name }))}
          onChange={(value) => change({ channel: channelOf(value) ?? null, templateID: null, variables: {} })}
        />
      </label>
      {number && !number.open && <StoppedNumber name={number.name} />}
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.template")}</span>
        <ChoiceSelect
          value={template?.recordID ?? null}
          disabled={!channel}
          options={usable.map(({ recordID, name, language, category }) => ({
            value: recordID,
            label: t("templateOption", { name, language: languageName(language), category: t(`category.${category}`) }),
          }))}
          onChange={choose}
        />
      </label>
      {channel && usable.length === 0 && <p role="alert">{t("noTemplate")}</p>}
      {template && <p className={laid("written pad12x16 outlined round12 sunkenGround")}>{sampleText(template)}</p>}
      {template &&
        placesOf(template).map(({ key, sample }) => (
          <div key={key} className={laid("column gap4")}>
            <span className={layout.hint}>{t("place", { key: nameOf(key), sample })}</span>
            <span className={laid("gridBox gap8", styles.place)}>
              <Select<VariableSource>
                aria-label={t("sourceOf", { key: nameOf(key) })}
                value={variable(key).source}
                options={variableSources.map((value) => ({ value, label: t(`source.${value}`) }))}
                onChange={(source) =>
                  change({ variables: { ...draft.variables, [key]: { ...variable(key), source } } })
                }
              />
              <Input
                aria-label={t("textOf", { key: nameOf(key) })}
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

/** The plan can still be made: it waits until its number can send again. */
function StoppedNumber({ name }: { name: string }) {
  const { t } = useTranslation("broadcastPlans");
  const mayRepair = useMayRepair();
  return (
    <p role="alert">
      {t("numberStopped", { name })} {mayRepair("channelStopped") && <RepairLink reason="channelStopped" />}
    </p>
  );
}
