import { AddKeyForm } from "@homeroom/contract/auto-login";
import { Alert, Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddKey, useKeyAccounts } from "../api/keys.ts";
import styles from "./two-step.module.css";
import { useCopySecret } from "./use-copy-secret.ts";

const hour = 60;
const choices = [15, hour, 24 * hour, 7 * 24 * hour];

/** Makes a sign-in link for somebody, and shows it only this once. */
export function AddKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const { accountID } = useUser();
  const add = useAddKey();
  const [link, setLink] = useState<string | null>(null);
  const periods = choices.map((minutes) => ({ value: minutes, label: t(`keys.period.${minutes as 15}`) }));
  return (
    <Modal open title={t("keys.add")} footer={null} onCancel={onClose} mask={{ closable: link === null }} width={480}>
      {link ? (
        <ShownLink link={link} onClose={onClose} />
      ) : (
        <InlineForm
          schema={AddKeyForm}
          initialValues={{ accountID, validMinutes: hour }}
          onSubmit={add}
          onDone={({ key, organizationId }) => setLink(addressOf(key, organizationId))}
          submitLabel={t("keys.make")}
          onCancel={onClose}
        >
          <FormField name="accountID" label={t("keys.for")} required>
            <AccountSelect />
          </FormField>
          <FormField name="validMinutes" label={t("keys.validFor")} hint={t("keys.once")} required>
            <Select options={periods} />
          </FormField>
        </InlineForm>
      )}
    </Modal>
  );
}

function addressOf(key: string, organizationId: string): string {
  const query = new URLSearchParams({ key, organizationid: organizationId });
  return `${window.location.origin}/login?${query.toString()}`;
}

/** Somebody of the organisation, found by name or e-mail. */
function AccountSelect({ id, value, onChange }: ControlledProps<string>) {
  const { nickname, email } = useUser();
  const [keywords, setKeywords] = useState("");
  // The server names the first fifty who match: the chosen person keeps their name among others too.
  const [name, setName] = useState(() => nameOf({ label: nickname, email }));
  const { data = [], error, isFetching } = useKeyAccounts(keywords);
  return (
    <Select
      {...(id && { id })}
      labelInValue
      value={value ? { value, label: name } : null}
      options={data.map((one) => ({ value: String(one.value), label: nameOf(one) }))}
      {...(error && { notFoundContent: error })}
      showSearch={{ filterOption: false, onSearch: setKeywords }}
      loading={isFetching}
      onChange={(next) => {
        setName(next?.label ?? "");
        onChange?.(next?.value ?? "");
      }}
    />
  );
}

function nameOf({ label, email }: { label: string; email: string }): string {
  return `${label} · ${email}`;
}

function ShownLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation("account");
  const copy = useCopySecret();
  return (
    <div className={laid("grid below16", styles.step)}>
      <Alert type="warning" showIcon title={t("keys.shownOnce")} />
      <Input.TextArea
        readOnly
        autoSize
        value={link}
        aria-label={t("keys.link")}
        onFocus={({ target }) => target.select()}
      />
      <div className={layout.buttons}>
        <Button className={layout.push ?? ""} onClick={onClose}>
          {t("close")}
        </Button>
        <Button type="primary" onClick={() => void copy(link)}>
          {t("copy")}
        </Button>
      </div>
    </div>
  );
}
