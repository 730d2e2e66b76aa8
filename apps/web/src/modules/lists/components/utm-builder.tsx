import { messageOf } from "@homeroom/contract/errors/catalogue";
import { UtmForm } from "@homeroom/contract/media";
import { AutoComplete, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { laid } from "#ui/laid.ts";
import { useLeadChannels, useMediums, useUtmWrites } from "../api.ts";
import { linkOf, linkProblem } from "../rules/channels.ts";
import styles from "./link-card.module.css";
import { LinkCard } from "./link-card.tsx";

const empty = { url: "", source: "", medium: "", campaign: "", term: "", content: "" };

interface UtmBuilderProps {
  /** The initial values, from another link. */
  like?: Partial<UtmForm> | undefined;
  onClose: () => void;
}

/** Builds a campaign link. It stays open, so that the link can be copied and others built from it. */
export function UtmBuilder({ like, onClose }: UtmBuilderProps) {
  const { t } = useTranslation("utm");
  const { build } = useUtmWrites();
  const [built, setBuilt] = useState<string | null>(null);
  const [initialValues] = useState({ ...empty, ...like });
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={UtmForm}
      initialValues={initialValues}
      onSubmit={build}
      onDone={setBuilt}
      onClose={onClose}
      submitLabel={t("update")}
      width={640}
    >
      <Fields />
      <LiveLink built={built} />
    </DrawerForm>
  );
}

function Fields() {
  const { t } = useTranslation("utm");
  const channels = useLeadChannels().data ?? [];
  const mediums = useMediums() ?? [];
  const named = (names: readonly string[]) => [...new Set(names)].map((value) => ({ value }));
  const sources = named(channels.flatMap(({ name, children }) => [name, ...children.map((child) => child.name)]));
  const holds = (words: string, option?: { value: string }) =>
    option?.value.toLowerCase().includes(words.toLowerCase()) ?? false;
  return (
    <>
      <FormField name="url" label={t("fields.url")} required hint={t("hints.url")}>
        <Input type="url" inputMode="url" placeholder={t("hints.urlExample")} maxLength={2000} />
      </FormField>
      <FormRow>
        <FormField name="source" label={t("fields.source")} required hint={t("hints.source")}>
          <AutoComplete options={sources} showSearch={{ filterOption: holds }} />
        </FormField>
        <FormField name="medium" label={t("fields.medium")} required hint={t("hints.medium")}>
          <AutoComplete options={named(mediums.map(({ name }) => name))} showSearch={{ filterOption: holds }} />
        </FormField>
      </FormRow>
      <FormField name="campaign" label={t("fields.campaign")} required hint={t("hints.campaign")}>
        <Input maxLength={100} />
      </FormField>
      <FormRow>
        <FormField name="term" label={t("fields.term")}>
          <Input maxLength={100} />
        </FormField>
        <FormField name="content" label={t("fields.content")}>
          <Input maxLength={100} />
        </FormField>
      </FormRow>
    </>
  );
}

/** The link for the current fields, and whether it is the one that was built. */
function LiveLink({ built }: { built: string | null }) {
  const { t } = useTranslation("utm");
  const [language] = usePreference("language");
  const values: unknown = Form.useWatch([]);
  const shown = linkOf(values) ?? built;
  const problem = linkProblem(values, built);
  const campaign = (values as Partial<UtmForm> | undefined)?.campaign ?? "";
  const outdated = problem !== null && built !== null;
  const state = outdated ? "outdated" : "notBuilt";
  return (
    <section aria-live="polite" aria-label={t("link")}>
      <p className={laid("small below8", styles.state)} data-outdated={outdated || undefined}>
        {t(problem === null ? "state.built" : `state.${state}`)}
      </p>
      {shown !== null && <LinkCard link={shown} name={campaign} problem={problem && messageOf(problem, language)} />}
    </section>
  );
}
