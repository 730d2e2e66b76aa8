import type { AccountId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailPage } from "#ui/detail-page/detail-page.tsx";
import { RecordPanel } from "#ui/record-panel/record-panel.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useStaffForm } from "../api/queries.ts";
import { InitialPasswordDialog, type IssuedPassword } from "./initial-password-dialog.tsx";
import { StaffActions } from "./staff-actions.tsx";
import { AccountFacts, StaffFacts } from "./staff-facts.tsx";
import { EditStaff } from "./staff-form.tsx";
import { StaffStatus } from "./staff-parts.tsx";

interface StaffDetailProps {
  id: AccountId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** Back to the list. */
  onLeave: () => void;
  /** While a password is shown, no key may close its dialog. */
  onTelling?: (telling: boolean) => void;
  /** Shows a back button in the header; a panel has its own. */
  page?: boolean;
}

/** One person: their record, the actions, and the form over it. */
export function StaffDetail({ id, editing, onEdit, onLeave, onTelling, page = false }: StaffDetailProps) {
  const { t } = useTranslation("staff");
  const [told, setTold] = useState<IssuedPassword | null>(null);
  const tell = (next: IssuedPassword | null) => {
    setTold(next);
    onTelling?.(next !== null);
  };
  const form = useStaffForm(id);
  const record = form.data;
  const broken = form.error !== null && !record;
  const isGone = useIsGone(form.error);
  if (isGone)
    return (
      <EmptyState
        title={t("gone.title")}
        detail={t("gone.detail")}
        action={<Button onClick={onLeave}>{t("gone.toList")}</Button>}
      />
    );
  return (
    <>
      <DetailPage
        title={record?.nickname}
        lead={record && <Avatar name={record.nickname} picture={record.avatar} size={40} />}
        facts={
          record && (
            <>
              <StaffStatus status={record.status} />
              {record.isOwner && <TintTag color="blue">{t("owner")}</TintTag>}
              {record.isSelf && <TintTag color="neutral">{t("you")}</TintTag>}
              {record.erasedTime && <TintTag color="neutral">{t("erased")}</TintTag>}
            </>
          )
        }
        actions={record && <StaffActions record={record} onEdit={() => onEdit(true)} onTold={tell} onGone={onLeave} />}
        {...(page && { onBack: onLeave })}
        loading={form.isPending}
        error={broken ? form.error : null}
        onRetry={() => void form.refetch()}
        aside={record && <AccountFacts record={record} />}
      >
        {record && <StaffFacts record={record} />}
      </DetailPage>
      {record?.can.edit && editing && (
        <EditStaff key={id} record={record} onClose={() => onEdit(false)} onDone={() => onEdit(false)} />
      )}
      <InitialPasswordDialog told={told} onClose={() => tell(null)} />
    </>
  );
}

interface StaffPanelProps {
  id: AccountId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onClose: () => void;
  /** Moves to the previous or next person in the list; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** A person beside their list. The full page belongs to the menu of staff. */
export function StaffPanel({ id, onEdit, ...panel }: StaffPanelProps) {
  const navigate = useNavigate();
  const hasPage = useCan()("hr:staff:query");
  const [telling, setTelling] = useState(false);
  return (
    <RecordPanel
      {...panel}
      editing={panel.editing || telling}
      onEdit={() => onEdit(true)}
      onPage={hasPage ? () => void navigate(`/staff/edit/${id}`) : undefined}
    >
      <StaffDetail
        key={id}
        id={id}
        editing={panel.editing}
        onEdit={onEdit}
        onLeave={panel.onClose}
        onTelling={setTelling}
      />
    </RecordPanel>
  );
}
