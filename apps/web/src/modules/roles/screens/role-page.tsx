import { EyeOutlined } from "@ant-design/icons";
import { RoleId } from "@homeroom/contract/ids";
import type { RoleForm } from "@homeroom/contract/roles";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { DetailPage, DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { Page } from "#ui/page/page.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useRole } from "../api.ts";
import { PermissionEditor } from "../components/permission-editor.tsx";
import { RoleStatus } from "../components/role-columns.tsx";
import { EditRole } from "../components/role-form.tsx";
import { RoleHolders } from "../components/role-holders.tsx";
import { useRoleActions } from "../components/use-role-actions.ts";

/** One role on a page of its own: its permissions and its holders. */
export function RolePage() {
  const { t } = useTranslation("roles");
  const id = RoleId.safeParse(useParams().id);
  const navigate = useNavigate();
  const toList = () => void navigate("/system/role");
  return (
    <Page>
      {id.success ? (
        <OneRole key={id.data} id={id.data} onLeave={toList} />
      ) : (
        <EmptyState title={t("gone")} action={<Button onClick={toList}>{t("toList")}</Button>} />
      )}
    </Page>
  );
}

function OneRole({ id, onLeave }: { id: RoleId; onLeave: () => void }) {
  const { t } = useTranslation("roles");
  const { data: role, isPending, error, refetch } = useRole(id);
  const { search, change } = useAddress();
  const edits = (on: boolean) => change({ edit: on ? "1" : null });
  return (
    <DetailPage
      title={role?.name}
      facts={role && <Facts role={role} />}
      actions={role && <Actions role={role} onEdit={() => edits(true)} onLeave={onLeave} />}
      onBack={onLeave}
      loading={isPending}
      error={role ? null : error}
      onRetry={() => void refetch()}
      aside={role && <Aside role={role} />}
    >
      {role && (
        <DetailSection title={t("permissions")}>
          <PermissionEditor key={role.id} role={role} />
        </DetailSection>
      )}
      {role && search.has("edit") && <EditRole role={role} onClose={() => edits(false)} onDone={() => edits(false)} />}
    </DetailPage>
  );
}

function Facts({ role }: { role: RoleForm }) {
  const { t } = useTranslation("roles");
  return (
    <>
      {role.isDefault && <TintTag color="neutral">{t("default")}</TintTag>}
      <RoleStatus role={role} />
    </>
  );
}

interface ActionsProps {
  role: RoleForm;
  onEdit: () => void;
  onLeave: () => void;
}

function Actions({ role, onEdit, onLeave }: ActionsProps) {
  const { t } = useTranslation("roles");
  const actions = useRoleActions();
  const handleRemove = async () => {
    if (await actions.remove(role)) onLeave();
  };
  return (
    <>
      {role.can.delete && (
        <PendingButton type="text" danger run={handleRemove}>
          {t("delete")}
        </PendingButton>
      )}
      {role.can.viewAs && (
        <Button icon={<EyeOutlined />} onClick={() => void actions.viewAs(role)}>
          {t("viewAs")}
        </Button>
      )}
      {role.can.edit && <Button onClick={onEdit}>{t("edit")}</Button>}
    </>
  );
}

function Aside({ role }: { role: RoleForm }) {
  const { t } = useTranslation("roles");
  return (
    <>
      <DetailSection title={t("about")}>
        <FactList
          facts={[
            { label: t("fields.description"), value: role.description },
            { label: t("fields.code"), value: role.code },
            { label: t("fields.createTime"), value: <RelativeTime value={role.createTime} /> },
            { label: t("fields.creator"), value: role.creator },
            { label: t("fields.updateTime"), value: <RelativeTime value={role.updateTime} /> },
            { label: t("fields.updater"), value: role.updater },
          ]}
        />
      </DetailSection>
      <RoleHolders id={role.id} />
    </>
  );
}
