import { CloseOutlined, DownOutlined, ExpandOutlined, UpOutlined } from "@ant-design/icons";
import type { LeadId } from "@homeroom/contract/ids";
import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { LeadDetail } from "./lead-detail.tsx";
import styles from "./lead-panel.module.css";

interface LeadPanelProps {
  leadId: LeadId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onClose: () => void;
  /** Goes to the lead before or after in the list; undefined where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** A lead over the right two thirds of the list. `j` and `k` go through the list, `f` opens the full page, `e` the form. */
export function LeadPanel({ leadId, editing, onEdit, onClose, onPrevious, onNext }: LeadPanelProps) {
  const { t } = useTranslation("leads");
  const navigate = useNavigate();
  const narrow = useNarrow(992);
  const keys = { enabled: !editing };
  const openPage = () => void navigate(`/lead/edit/${leadId}`);
  useShortcut("j", () => onNext?.(), keys);
  useShortcut("k", () => onPrevious?.(), keys);
  useShortcut("f", openPage, keys);
  useShortcut("e", () => onEdit(true), keys);
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
        <div className={styles.bar}>
          <span className={styles.steps}>
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
          <Button type="text" icon={<ExpandOutlined />} title={t("panel.pageKey")} onClick={openPage}>
            {!narrow && t("panel.page")}
          </Button>
          <Button
            className={styles.close ?? ""}
            type="text"
            icon={<CloseOutlined />}
            aria-label={t("panel.close")}
            title={t("panel.closeKey")}
            onClick={onClose}
          />
        </div>
      }
    >
      <LeadDetail key={leadId} leadId={leadId} editing={editing} onEdit={onEdit} onLeave={onClose} />
    </Drawer>
  );
}
