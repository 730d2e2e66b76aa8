import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import type { InitialPasswordKind } from "@homeroom/contract/staff";
import { Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "#ui/feedback/use-copy.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./initial-password-dialog.module.css";

export interface IssuedPassword {
  kind: "added" | "reset";
  name: string;
  account: string;
  password: string;
  passwordKind: InitialPasswordKind;
}

/** Shows an initial password to the person who issued it. A random one is shown only once. */
export function InitialPasswordDialog({ told, onClose }: { told: IssuedPassword | null; onClose: () => void }) {
  const { t } = useTranslation("staff");
  return (
    <Modal
      open={told !== null}
      title={told && t(`initialPassword.${told.kind}`)}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      width={440}
      destroyOnHidden
      footer={
        <Button type="primary" onClick={onClose}>
          {t("initialPassword.close")}
        </Button>
      }
    >
      {told && <IssuedPasswordText told={told} />}
    </Modal>
  );
}

function IssuedPasswordText({ told }: { told: IssuedPassword }) {
  const { t } = useTranslation("staff");
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  const handleCopy = async () => {
    if (await copy(told.password, { failed: t("initialPassword.copyFailed") })) setCopied(true);
  };
  return (
    <>
      <p>
        {t(`initialPassword.tell.${told.passwordKind}`, { name: told.name })}{" "}
        {told.passwordKind === "random" && t("initialPassword.once")}
      </p>
      <dl className={laid("sunken gridBox alignCentre pad16 outlined", styles.box)}>
        <dt className={layout.quiet}>{t("initialPassword.account")}</dt>
        <dd className={laid("rowWrap breaking narrowable justifyBetween")}>{told.account}</dd>
        <dt className={layout.quiet}>{t("initialPassword.password")}</dt>
        <dd className={laid("rowWrap breaking narrowable justifyBetween")}>
          <code className={laid("strong", styles.password)}>{told.password}</code>
          <Button
            icon={copied ? <CheckOutlined /> : <CopyOutlined />}
            onClick={() => void handleCopy()}
            aria-live="polite"
          >
            {t(copied ? "initialPassword.copied" : "initialPassword.copy")}
          </Button>
        </dd>
      </dl>
    </>
  );
}
