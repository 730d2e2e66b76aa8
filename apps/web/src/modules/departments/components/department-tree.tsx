import { DeleteOutlined, DownOutlined, EditOutlined, PlusOutlined, RightOutlined } from "@ant-design/icons";
import type { DepartmentNode } from "@homeroom/contract/departments";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { type DepartmentLine, linesOf } from "../rules/tree.ts";
import styles from "./department-tree.module.css";

interface DepartmentTreeProps {
  tree: readonly DepartmentNode[];
  onAddBelow: (parent: DepartmentNode) => void;
  onEdit: (department: DepartmentNode) => void;
  onDelete: (department: DepartmentNode) => void;
}

const step = 24;

/** The tree of departments, fully expanded at first. */
export function DepartmentTree(props: DepartmentTreeProps) {
  const { t } = useTranslation("departments");
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (id: string) =>
    setFolded((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const heads = ["name", "code", "staffCount", "status", "sort", "updateTime"] as const;
  return (
    <div className={laid("frame clip")}>
      <table className={laid("wide textStart collapsed quietHead", styles.table)}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" data-field={head}>
                {t(`fields.${head}`)}
              </th>
            ))}
            <th scope="col" data-field="actions">
              <span className="visually-hidden">{t("actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(props.tree, folded).map((line) => (
            <Line
              key={line.node.id}
              line={line}
              isFolded={folded.has(line.node.id)}
              onFold={() => fold(line.node.id)}
              actions={<LineActions {...props} department={line.node} />}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  line: DepartmentLine;
  isFolded: boolean;
  onFold: () => void;
  actions: ReactNode;
}

function Line({ line: { node, depth }, isFolded, onFold, actions }: LineProps) {
  const { t } = useTranslation("departments");
  return (
    <tr style={{ "--indent": `${depth * step}px` } as CSSProperties}>
      <th scope="row" data-field="name">
        <span className={laid("middle breaking gap4", styles.name)}>
          {node.children ? (
            <SmallIconButton
              icon={isFolded ? <RightOutlined /> : <DownOutlined />}
              aria-expanded={!isFolded}
              label={t(isFolded ? "expand" : "collapse", { name: node.name })}
              onClick={onFold}
            />
          ) : (
            <span className={laid("fixed width24")} />
          )}
          {node.name}
        </span>
      </th>
      <td data-field="code">{node.code}</td>
      <td data-field="staffCount">{node.staffCount > 0 && t("people", { count: node.staffCount })}</td>
      <td data-field="status">
        <StatusDot tone={node.status === 1 ? "success" : "quiet"} label={t(`statuses.${node.status}`)} />
      </td>
      <td data-field="sort">{node.sort}</td>
      <td data-field="updateTime">
        <RelativeTime value={node.updateTime} />
      </td>
      <td data-field="actions">{actions}</td>
    </tr>
  );
}

function LineActions({
  department,
  onAddBelow,
  onEdit,
  onDelete,
}: DepartmentTreeProps & { department: DepartmentNode }) {
  const { t } = useTranslation("departments");
  const can = useCan();
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <SmallIconButton icon={icon} title={label} label={`${label} ${department.name}`} onClick={onClick} />
  );
  return (
    <span className={laid("inlineFlex gap4")}>
      {can("sys:dept:add") && button(t("addBelow"), <PlusOutlined />, () => onAddBelow(department))}
      {can("sys:dept:edit") && button(t("edit"), <EditOutlined />, () => onEdit(department))}
      {can("sys:dept:delete") && button(t("delete"), <DeleteOutlined />, () => onDelete(department))}
    </span>
  );
}
