import { Tree } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
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
    <nav className={laid("frame fixed pad12 scroll width220")} aria-label={t("departments.title")}>
      <h2 className={laid("hint strong below8", styles.title)}>{t("departments.title")}</h2>
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
