import { EditOutlined, MoreOutlined } from "@ant-design/icons";
import { type StaffForm, staffStatuses } from "@homeroom/contract/staff";
import { Button, Dropdown, type MenuProps } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { HandOver } from "#modules/hand-over/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useStaffWrites } from "../api/writes.ts";
import type { IssuedPassword } from "./initial-password-dialog.tsx";

interface StaffActionsProps {
  record: StaffForm;
  onEdit: () => void;
  onTold: (told: IssuedPassword) => void;
  /** Called when the person was removed. */
  onGone: () => void;
}

/** The actions on a person: edit as a button, everything else behind "more", each with its consequences. */
export function StaffActions({ record, onEdit, onTold, onGone }: StaffActionsProps) {
  const { t } = useTranslation("staff");
  const [handingOver, setHandingOver] = useState(false);
  const items = useMenu({ record, onTold, onGone, onHandOver: () => setHandingOver(true) });
  return (
    <>
      <Suspense fallback={null}>
        {handingOver && <HandOver accountId={record.recordsn} onClose={() => setHandingOver(false)} />}
      </Suspense>
      {items.length > 0 && (
        <Dropdown trigger={["click"]} menu={{ items }} placement="bottomRight">
          <Button icon={<MoreOutlined />} aria-label={t("actions.more")} title={t("actions.more")} />
        </Dropdown>
      )}
      {record.can.edit && (
        <Button type="primary" icon={<EditOutlined />} onClick={onEdit}>
          {t("edit")}
        </Button>
      )}
    </>
  );
}

type Item = NonNullable<MenuProps["items"]>[number];

type MenuProperties = Omit<StaffActionsProps, "onEdit"> & { onHandOver: () => void };

function useMenu({ record, onTold, onGone, onHandOver }: MenuProperties): Item[] {
  const { t } = useTranslation("staff");
  const can = useCan();
  const navigate = useNavigate();
  const run = useRun({ record, onTold, onGone });
  const { status, can: may, erasedTime } = record;
  const item = (key: StaffAction, danger = false): Item => ({
    key,
    label: t(`actions.${key}`),
    danger,
    onClick: () => void run(key),
  });
  const items: Item[] = [];
  if (may.resetPassword && status !== staffStatuses.left) items.push(item("resetPassword"));
  if (may.resetPassword && record.twoStepEnabled) items.push(item("resetTwoStep"));
  if (may.status && status === staffStatuses.active) items.push(item("disable"), item("leave"));
  if (may.status && status === staffStatuses.disabled) items.push(item("enable"), item("leave"));
  if (may.status && status === staffStatuses.left && !erasedTime) items.push(item("return"));
  if (can("crm:lead:assign") && can("crm:lead:all"))
    items.push({ key: "handOver", label: t("actions.handOver"), onClick: onHandOver });
  if (can("sys:log:query")) {
    const address = `/system/log?keywords=${encodeURIComponent(record.nickname)}`;
    items.push({ key: "log", label: t("actions.log"), onClick: () => void navigate(address) });
  }
  if (may.delete && items.length > 0) items.push({ key: "line", type: "divider" });
  if (may.delete && status === staffStatuses.left && !erasedTime) items.push(item("erase", true));
  if (may.delete) items.push(item("remove", true));
  return items;
}

type StaffAction = "resetPassword" | "resetTwoStep" | "enable" | "disable" | "leave" | "return" | "remove" | "erase";

function useRun({ record, onTold, onGone }: Omit<StaffActionsProps, "onEdit">) {
  const { t } = useTranslation("staff");
  const { confirm, done, failed } = useFeedback();
  const writes = useStaffWrites();
  const { recordsn: id, nickname: name } = record;
  const ask = (key: "disable" | "leave" | "remove" | "erase" | "resetPassword" | "resetTwoStep") =>
    confirm({
      title: t(`asks.${key}`, { name }),
      detail: t(`asks.${key}Detail`),
      verb: t(`actions.${key}`),
      danger: key !== "resetPassword" && key !== "resetTwoStep",
    });
  const standing = async (status: number, said: "enabled" | "disabled" | "left") => {
    await writes.setStatus([id], status);
    done(t(`done.${said}`, { name }));
  };
  const doings: Readonly<Record<StaffAction, () => Promise<void>>> = {
    async resetPassword() {
      if (!(await ask("resetPassword"))) return;
      onTold({
        kind: "reset",
        name,
        account: record.email,
        password: await writes.resetPassword(id),
        passwordKind: "random",
      });
    },
    async resetTwoStep() {
      if (!(await ask("resetTwoStep"))) return;
      await writes.resetTwoStep(id);
      done(t("done.twoStepReset", { name }));
    },
    enable: () => standing(staffStatuses.active, "enabled"),
    return: () => standing(staffStatuses.active, "enabled"),
    async disable() {
      if (await ask("disable")) await standing(staffStatuses.disabled, "disabled");
    },
    async leave() {
      if (await ask("leave")) await standing(staffStatuses.left, "left");
    },
    async remove() {
      if (!(await ask("remove"))) return;
      onGone();
      await writes.remove([id]);
      done(t("done.removed"));
    },
    async erase() {
      if (!(await ask("erase"))) return;
      await writes.erase(id);
      done(t("done.erased"));
    },
  };
  return (doing: StaffAction) => doings[doing]().catch(failed);
}
