import { Tree } from "antd";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { useStaffChoices } from "../api/queries.ts";
import { departmentTree } from "../rules/department-tree.ts";
import styles from "./department-pane.module.css";

interface DepartmentPaneProps {
  /** The departments that the list is filtered by. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

const everyone = "";

/** The organisation's departments beside a list; one of them filters it, with those below. */
export function DepartmentPane({ chosen, onChoose }: DepartmentPaneProps) {
  const { t } = useTranslation("staff");
  const departments = useStaffChoices()?.departments;
  if (!departments || departments.length === 0) return null;
  const all = { key: everyone, value: everyone, title: t("departments.all"), children: [] };
  return (
    <nav
      className={`${layout.frame} ${layout.fixed} ${layout.pad12} ${layout.scroll} ${layout.width220}`}
      aria-label={t("departments.title")}
    >
      <h2 className={`${layout.hint} ${layout.strong} ${layout.below8} ${styles.title}`}>{t("departments.title")}</h2>
      <Tree
        blockNode
        defaultExpandAll
        treeData={[all, ...departmentTree(departments)]}
        selectedKeys={chosen.length > 0 ? [...chosen] : [everyone]}
        onSelect={([key]) => onChoose(key ? [String(key)] : [])}
      />
    </nav>
  );
}
