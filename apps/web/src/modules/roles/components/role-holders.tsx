import type { RoleId } from "@homeroom/contract/ids";
import type { RoleHolder } from "@homeroom/contract/roles";
import { useTranslation } from "react-i18next";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useRoleHolders } from "../api.ts";

/** Who holds a role. */
export function RoleHolders({ id }: { id: RoleId }) {
  const { t } = useTranslation("roles");
  const { data, error, refetch } = useRoleHolders(id);
  const title = data && data.count > 0 ? `${t("holders.title")} (${data.count})` : t("holders.title");
  return (
    <DetailSection title={title}>
      {error !== null && !data && <ErrorState message={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <p className={layout.small}>{t("holders.none")}</p>}
      {data && data.count > 0 && (
        <ul className={laid("closeStack noPadding unmarked")}>
          {data.list.map((person) => (
            <Holder key={person.accountID} person={person} />
          ))}
        </ul>
      )}
      {data && data.count > data.list.length && (
        <p className={layout.small}>{t("holders.more", { count: data.count - data.list.length })}</p>
      )}
    </DetailSection>
  );
}

function Holder({ person }: { person: RoleHolder }) {
  const { t } = useTranslation("roles");
  return (
    <li className={laid("row narrowable")}>
      <Avatar name={person.nickname} size={28} />
      <span className={laid("cut flex1")}>{person.nickname}</span>
      {person.isOwner && <TintTag color="blue">{t("holders.owner")}</TintTag>}
      {person.status === 0 && <TintTag color="neutral">{t("holders.disabled")}</TintTag>}
      {person.status === 2 && <TintTag color="neutral">{t("holders.left")}</TintTag>}
      {person.onlyRole && person.status === 1 && <span className={layout.small}>{t("holders.only")}</span>}
    </li>
  );
}
