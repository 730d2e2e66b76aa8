import type { BranchInfo } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { phoneLink, phoneText } from "#platform/phone.ts";
import { usePreference } from "#platform/preferences.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { ZoneClock } from "#ui/time-zone/zone-clock.tsx";
import { zoneName } from "#ui/time-zone/zones.ts";
import { useBranch } from "../api.ts";
import { BranchActions } from "./branch-actions.tsx";
import { BranchStatus, Lease } from "./branch-columns.tsx";

const width = 560;

interface BranchPanelProps {
  recordID: BranchId;
  onClose: () => void;
  onEdit: () => void;
}

/** One branch beside the list: its data, its uses, and the actions. */
export function BranchPanel({ recordID, onClose, onEdit }: BranchPanelProps) {
  const { t } = useTranslation("organizations");
  const narrow = useNarrow(width + 40);
  const { data: branch, error, isPending, refetch } = useBranch(recordID);
  const late = useDelayed(isPending);
  return (
    <Drawer
      open
      title={branch?.name ?? t("branch.title")}
      size={narrow ? "100%" : width}
      onClose={onClose}
      extra={branch?.isCurrent && <TintTag color="blue">{t("branch.current")}</TintTag>}
      footer={branch && <BranchActions branch={branch} onEdit={onEdit} onDeleted={onClose} />}
    >
      {isPending && late && <Skeleton width="60%" height={120} />}
      {!isPending && !branch && <ErrorState message={error ?? ""} onRetry={() => void refetch()} />}
      {branch && <Facts branch={branch} />}
    </Drawer>
  );
}

function Facts({ branch }: { branch: BranchInfo }) {
  const { t } = useTranslation("organizations");
  const [language] = usePreference("language");
  const { use } = branch;
  const fact = (key: string, value: React.ReactNode) => ({ label: t(`branch.${key}`), value });
  const phone = phoneText(branch.areaCode, branch.phone);
  return (
    <div className={laid("column gap24")}>
      <FactList
        facts={[
          fact("status", <BranchStatus status={branch.status} />),
          fact("ename", branch.ename),
          fact("contactName", branch.contactName),
          fact("phone", phone && <a href={phoneLink(branch.areaCode, branch.phone)}>{phone}</a>),
          fact("email", branch.email && <a href={`mailto:${branch.email}`}>{branch.email}</a>),
          fact("address", branch.address),
          fact("timezone", zoneName(branch.timezone, language)),
          fact("localTime", <ZoneClock zone={branch.timezone} />),
          fact("establishmentDate", branch.establishmentDate),
          fact("leaseExpiry", <Lease day={branch.leaseExpiry} />),
        ]}
      />
      {branch.introduction && (
        <section>
          <h3 className={laid("strong below8 text14")}>{t("branch.introduction")}</h3>
          <p className={laid("breaking preLine")}>{branch.introduction}</p>
        </section>
      )}
      <section>
        <h3 className={laid("strong below8 text14")}>{t("use.title")}</h3>
        <FactList
          facts={(["staff", "leads", "conversations", "channels"] as const).map((kind) => ({
            label: t(`use.${kind}`),
            value: <span className={layout.number}>{use[kind] >= 1000 ? t("use.many") : use[kind]}</span>,
          }))}
        />
      </section>
    </div>
  );
}
