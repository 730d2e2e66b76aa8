import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { FileInput } from "#ui/choice/file-input.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { SettingForm } from "../api.ts";
import { readPrices } from "../rules/read-prices.ts";

/** Reads prices from a file into the form; they are saved with it. */
export function PriceImport({ onRead }: { onRead: (prices: SettingForm["prices"]) => void }) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const picker = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState("");
  const read = async (file: File) => {
    const { prices, problem } = readPrices(await file.text());
    if (problem) setReport(t("setting.badPrice", problem));
    else {
      onRead(prices);
      setReport(t("setting.importedPrices", { number: number(prices.length) }));
    }
  };
  return (
    <div className={laid("column gap4 above8")}>
      <span>
        <Button icon={<UploadOutlined />} onClick={() => picker.current?.click()}>
          {t("setting.importPrices")}
        </Button>
        <FileInput
          ref={picker}
          accept=".csv,.txt"
          label={t("setting.importPrices")}
          onFiles={([file]) => {
            if (file) void read(file);
          }}
        />
      </span>
      <span className={layout.hint}>{t("setting.priceHint")}</span>
      {report !== "" && <p role="status">{report}</p>}
    </div>
  );
}
