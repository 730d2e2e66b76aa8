import { CopyOutlined, DownloadOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./two-step.module.css";
import { useCopySecret } from "./use-copy-secret.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown once: to copy or save as a file before continuing. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation("account");
  const copy = useCopySecret();
  const text = `${codes.join("\n")}\n`;
  return (
    <div className={laid("grid below16", styles.step)}>
      <Alert type="warning" showIcon title={t("twoStep.codesOnce")} />
      <ul
        className={laid("gridBox gap8x16 pad16 round12 sunkenGround unmarked", styles.codes)}
        aria-label={t("twoStep.codes")}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layout.buttons}>
        <Button icon={<CopyOutlined />} onClick={() => void copy(text)}>
          {t("copy")}
        </Button>
        <Button
          icon={<DownloadOutlined />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="homeroom-recovery-codes.txt"
        >
          {t("twoStep.download")}
        </Button>
        <Button type="primary" className={layout.push ?? ""} onClick={onDone}>
          {t("twoStep.kept")}
        </Button>
      </div>
    </div>
  );
}
