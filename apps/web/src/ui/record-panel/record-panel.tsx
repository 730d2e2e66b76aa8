import { CloseOutlined, DownOutlined, ExpandOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Drawer } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";

interface RecordPanelProps {
  /** A form covers the panel and gets its keys. */
  editing: boolean;
  onEdit: () => void;
  onClose: () => void;
  /** Opens the record on a page of its own; left out if the person has no such page. */
  onPage?: (() => void) | undefined;
  /** Moves to the previous or next record in the list; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  children: ReactNode;
}

/** A record over the right two thirds of its list. `j` and `k` move through the list, `f` opens the full page, `e` the form. */
export function RecordPanel(props: RecordPanelProps) {
  const { editing, onEdit, onClose, onPage, onPrevious, onNext, children } = props;
  const { t } = useTranslation("ui");
  const narrow = useNarrow(992);
  const keys = { enabled: !editing };
  useShortcut("j", () => onNext?.(), keys);
  useShortcut("k", () => onPrevious?.(), keys);
  useShortcut("f", () => onPage?.(), keys);
  useShortcut("e", onEdit, keys);
  useShortcut("Escape", onClose, keys);

  return (
    <Drawer
      open
      mask={false}
      size={narrow ? "100%" : "66.6vw"}
      closable={false}
      keyboard={false}
      push={false}
      onClose={onClose}
      title={
        <div className={layout.row}>
          <span className={layout.flexBox}>
            <Button
              type="text"
              icon={<UpOutlined />}
              disabled={!onPrevious}
              aria-label={t("panel.previous")}
              title={t("panel.previousKey")}
              onClick={onPrevious}
            />
            <Button
              type="text"
              icon={<DownOutlined />}
              disabled={!onNext}
              aria-label={t("panel.next")}
              title={t("panel.nextKey")}
              onClick={onNext}
            />
          </span>
          {onPage && (
            <Button type="text" icon={<ExpandOutlined />} title={t("panel.pageKey")} onClick={onPage}>
              {!narrow && t("panel.page")}
            </Button>
          )}
          <Button
            className={layout.push ?? ""}
            type="text"
            icon={<CloseOutlined />}
            aria-label={t("panel.close")}
            title={t("panel.closeKey")}
            onClick={onClose}
          />
        </div>
      }
    >
      {children}
    </Drawer>
  );
}
