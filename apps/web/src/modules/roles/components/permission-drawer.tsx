import type { RoleId } from "@homeroom/contract/ids";
import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useRole } from "../api.ts";
import styles from "./permission-editor.module.css";
import { PermissionEditor } from "./permission-editor.tsx";

const width = 500;

/**
 * What a role may see and do, beside the list. Closing it goes back in the address, so that unsaved changes are asked
 * about as for any other way of leaving.
 */
export function PermissionDrawer({ id, closedAddress }: { id: RoleId; closedAddress: string }) {
  const { t } = useTranslation("roles");
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const narrow = useNarrow(width + 40);
  const { data: role, error, refetch } = useRole(id);
  return (
    <Drawer
      open
      size={narrow ? "100%" : width}
      styles={{ body: { paddingBottom: 0 } }}
      title={role ? t("permissionsOf", { name: role.name }) : t("permissions")}
      onClose={() => void navigate(`${pathname}${closedAddress}`, { replace: true, preventScrollReset: true })}
    >
      {role && (
        <div className={styles.fill}>
          <PermissionEditor key={role.id} role={role} />
        </div>
      )}
      {!role && error !== null && <ErrorState message={error} onRetry={() => void refetch()} />}
    </Drawer>
  );
}
