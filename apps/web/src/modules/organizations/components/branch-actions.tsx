import { DeleteOutlined } from "@ant-design/icons";
import type { BranchInfo } from "@homeroom/contract/branches";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useBranchWrites } from "../api.ts";
import styles from "./branch-parts.module.css";

interface BranchActionsProps {
  branch: BranchInfo;
  onEdit: () => void;
  onDeleted: () => void;
}

/** The actions on a branch; disabled ones say why. */
export function BranchActions({ branch, onEdit, onDeleted }: BranchActionsProps) {
  const { t } = useTranslation("organizations");
  const can = useCan();
  const needed = branch.isCurrent ? t("needed.current") : branch.isLastOpen ? t("needed.lastOpen") : "";
  const inUse = Object.values(branch.use).some((count) => count > 0) ? t("needed.inUse") : "";
  const canDelete = can("org:branch:delete");
  const why = needed || (canDelete ? inUse : "");
  return (
    <>
      <div className={laid("buttons", styles.actions)}>
        {can("org:branch:edit") && (
          <>
            <Button type="primary" onClick={onEdit}>
              {t("edit")}
            </Button>
            <OpenOrClose branch={branch} refused={needed !== ""} />
          </>
        )}
        {canDelete && <Delete branch={branch} refused={needed !== "" || inUse !== ""} onDeleted={onDeleted} />}
      </div>
      {why && (can("org:branch:edit") || canDelete) && <p className={layout.hint}>{why}</p>}
    </>
  );
}

function OpenOrClose({ branch, refused }: { branch: BranchInfo; refused: boolean }) {
  const { t } = useTranslation("organizations");
  const { confirm, done, failed } = useFeedback();
  const { setStatus } = useBranchWrites();
  const { recordID, name } = branch;
  const closing = branch.status === 1;
  const handleClick = async () => {
    const ok =
      !closing ||
      (await confirm({
        title: t("close.title", { name }),
        detail: [strandedText(branch, t), sourcesText(branch, t), t("close.detail")].filter(Boolean).join(" "),
        verb: t("close.verb"),
        danger: true,
      }));
    if (!ok) return;
    setStatus.mutate(
      { recordID, status: closing ? 0 : 1, confirm: true },
      { onSuccess: () => done(t(closing ? "close.done" : "open.done", { name })), onError: failed },
    );
  };
  return (
    <Button disabled={closing && refused} loading={setStatus.isPending} onClick={() => void handleClick()}>
      {t(closing ? "close.verb" : "open.verb")}
    </Button>
  );
}

type Translate = ReturnType<typeof useTranslation<"organizations">>["t"];

/** What continues to send leads to the branch after it is closed. */
function sourcesText({ leadSources: { count, list } }: BranchInfo, t: Translate): string {
  if (count === 0) return "";
  const sources = list
    .slice(0, 5)
    .map(({ kind, name }) => t(`close.source.${kind}`, { name }))
    .join(t("comma"));
  return t(count > 5 ? "close.sourcesMany" : "close.sources", { sources, number: String(count) });
}

function strandedText({ stranded }: BranchInfo, t: Translate): string {
  if (stranded.count === 0) return "";
  const names = stranded.names.slice(0, 5).join(t("comma"));
  return t(stranded.count > 5 ? "close.strandedMany" : "close.stranded", { names, number: String(stranded.count) });
}

function Delete({ branch, refused, onDeleted }: { branch: BranchInfo; refused: boolean; onDeleted: () => void }) {
  const { t } = useTranslation("organizations");
  const { confirm, done, failed } = useFeedback();
  const { remove } = useBranchWrites();
  const { recordID, name } = branch;
  const handleClick = async () => {
    const question = { title: t("delete.title", { name }), detail: t("delete.detail"), verb: t("delete.verb") };
    if (!(await confirm({ ...question, danger: true }))) return;
    remove.mutate(recordID, {
      onSuccess: () => {
        done(t("delete.done", { name }));
        onDeleted();
      },
      onError: failed,
    });
  };
  return (
    <Button
      className={styles.apart ?? ""}
      type="text"
      danger
      icon={<DeleteOutlined />}
      disabled={refused}
      loading={remove.isPending}
      onClick={() => void handleClick()}
    >
      {t("delete.verb")}
    </Button>
  );
}
