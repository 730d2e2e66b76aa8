import { Radio } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { Duplicates } from "../rules.ts";
import styles from "./import-wizard.module.css";

interface ProductOptionsProps {
  duplicates: Duplicates;
  onChange: (duplicates: Duplicates) => void;
}

/** What happens to existing products, and defaults for new ones. */
export function ProductOptions({ duplicates, onChange }: ProductOptionsProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const labelId = useId();
  const choices = (["refuse", "skip", "update"] as const).filter((one) => one !== "update" || can("sale:product:edit"));
  return (
    <fieldset className={styles.options}>
      <legend className={styles.heading}>{t("options.title")}</legend>
      <div className={styles.optionRow}>
        <span id={labelId}>{t("product.duplicates")}</span>
        <Radio.Group
          aria-labelledby={labelId}
          value={duplicates}
          onChange={({ target }) => onChange(target.value as Duplicates)}
          options={choices.map((value) => ({ value, label: t(`options.${value}`) }))}
        />
      </div>
      <p className={styles.quiet}>{t("product.drafts")}</p>
    </fieldset>
  );
}
