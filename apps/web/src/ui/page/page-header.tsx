import { EllipsisOutlined, LoadingOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { FoldContext, type FoldedActions, inOrder } from "./folded-actions.ts";
import { menuItems } from "./head-action.tsx";
import styles from "./page-header.module.css";
import { useNarrow } from "./use-narrow.ts";

interface PageHeaderProps {
  title: ReactNode;
  /** The number of records, or one quiet line about the screen. */
  detail?: ReactNode;
  /** Switches to other views of the same data. On a phone it has a row of its own. */
  switcher?: ReactNode;
  /** At most one primary action, and what goes with it. On a phone each `HeadAction` and `HeadMenu` folds into a menu. */
  actions?: ReactNode;
}

/** The header of a screen: its name, the number of records, and its one primary action on the right. */
export function PageHeader({ title, detail, switcher, actions }: PageHeaderProps) {
  const narrow = useNarrow(576);
  const { folded, fold } = useFolded();
  const beside = narrow ? null : switcher;
  return (
    <header className={laid("middleWrap justifyBetween gap8x16 below16")}>
      <div className={laid("baseline narrowable wrap gap4x12", actions ? styles.besideActions : undefined)}>
        <h1 className={laid("strong text20 leading28")}>{title}</h1>
        {detail && <span className={laid("quiet figures")}>{detail}</span>}
      </div>
      {(beside || actions) && (
        <div className={laid("buttons narrowable maxWide")}>
          {beside}
          {folded.size > 0 && <FoldedMenu folded={folded} />}
          <FoldContext value={narrow ? fold : null}>{actions}</FoldContext>
        </div>
      )}
      {narrow && switcher && <div className={layout.wide}>{switcher}</div>}
    </header>
  );
}

function FoldedMenu({ folded }: { folded: ReadonlyMap<HTMLElement, FoldedActions> }) {
  const { t } = useTranslation("ui");
  const isBusy = [...folded.values()].some(({ busy }) => busy);
  return (
    <Dropdown menu={{ items: menuItems(inOrder(folded)) }} trigger={["click"]} placement="bottomRight">
      <Button icon={isBusy ? <LoadingOutlined /> : <EllipsisOutlined />} aria-label={t("more")} title={t("more")} />
    </Dropdown>
  );
}

function useFolded() {
  const [folded, setFolded] = useState<ReadonlyMap<HTMLElement, FoldedActions>>(new Map());
  const fold = useCallback((place: HTMLElement, actions: FoldedActions | null) => {
    setFolded((before) => {
      const next = new Map(before);
      if (actions) next.set(place, actions);
      else next.delete(place);
      return next;
    });
  }, []);
  return { folded, fold };
}
