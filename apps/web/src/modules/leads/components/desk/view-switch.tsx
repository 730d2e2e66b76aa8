import { CalendarOutlined, ProjectOutlined, TableOutlined } from "@ant-design/icons";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./desk.module.css";
import { type DeskView, deskViews } from "./use-desk.ts";

const icons: Record<DeskView, ComponentType> = {
  table: TableOutlined,
  board: ProjectOutlined,
  calendar: CalendarOutlined,
};

interface ViewSwitchProps {
  view: DeskView;
  onChange: (view: DeskView | null) => void;
}

/** Table, board or calendar of the same leads. The table is the default. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation("leads");
  return (
    <div className={laid("sunken inlineFlex gap2 outlined pad2")} role="group" aria-label={t("desk.views.label")}>
      {deskViews.map((one) => {
        const Shape = icons[one];
        return (
          <button
            key={one}
            type="button"
            className={laid("inlineMiddle bare quiet gap6 round6 pad0x10 wakeable", styles.view)}
            aria-pressed={one === view}
            onClick={() => onChange(one === "table" ? null : one)}
          >
            <Shape aria-hidden />
            <span>{t(`desk.views.${one}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
