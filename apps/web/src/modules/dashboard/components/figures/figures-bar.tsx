import { PrinterOutlined } from "@ant-design/icons";
import { dashboardDays } from "@homeroom/contract/dashboard";
import { Button, Segmented, Select } from "antd";
import { useTranslation } from "react-i18next";
import { useBranchAndPersonChoices } from "#platform/filter-choices.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import type { FigureChoice } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";

interface FiguresBarProps {
  choice: FigureChoice;
  /** People who see only their own figures have nobody to choose. */
  own: boolean;
  range: { start: string; end: string } | undefined;
}

/** Chooses whose figures, and how many days; stored in the address. */
export function FiguresBar({ choice, own, range }: FiguresBarProps) {
  const { t } = useTranslation("dashboard");
  const { change } = useAddress();
  const { branches, people } = useBranchAndPersonChoices(choice.branchID);
  const everyone = { value: "", label: t("figures.everyone") };
  const everywhere = { value: "", label: t("figures.everywhere") };
  return (
    <div className={laid("middleWrap gap8x12 below12")}>
      <h2 className={layout.title}>{own ? t("figures.ofMine") : t("figures.title")}</h2>
      <span className={laid("hint figures")}>{range && `${range.start} – ${range.end}`}</span>
      <div className={laid("buttons push notOnPaper", styles.controls)}>
        <Segmented
          aria-label={t("figures.window")}
          value={choice.days}
          options={dashboardDays.map((days) => ({ value: days, label: t("figures.lastDays", { days }) }))}
          onChange={(days) => change({ days: days === 7 ? null : String(days) })}
        />
        {branches.length > 1 && (
          <Select
            aria-label={t("figures.branch")}
            className={styles.select}
            value={choice.branchID ?? ""}
            options={[everywhere, ...branches]}
            onChange={(branch: string) => change({ branch: branch || null, sales: null })}
          />
        )}
        {!own && people.length > 1 && (
          <Select
            aria-label={t("figures.person")}
            className={styles.select}
            showSearch={{ optionFilterProp: "label" }}
            value={choice.salesID ?? ""}
            options={[everyone, ...people]}
            onChange={(sales: string) => change({ sales: sales || null })}
          />
        )}
        <Button
          icon={<PrinterOutlined />}
          aria-label={t("figures.print")}
          title={t("figures.print")}
          onClick={() => print()}
        />
      </div>
    </div>
  );
}
