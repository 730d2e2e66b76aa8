import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { Unread } from "#ui/states/unread.tsx";
import { useGoogleLog, useGoogleSettings, useGoogleWrites } from "../api/google.ts";
import { AdLeadLog } from "../components/ad-lead-log.tsx";
import { GoogleCard } from "../components/google-card.tsx";
import { GoogleEditor } from "../components/google-form.tsx";

/** The Google lead forms of each branch, and their submissions. */
export function GoogleForms() {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { search, change } = useAddress();
  const query = useGoogleSettings();
  const { data } = query;
  const edited = data?.find(({ branch }) => branch.branchID === search.get("edit"));
  if (!data) return <Unread query={query} height={160} />;
  return (
    <div className={layout.stack}>
      <p className={layout.quiet}>{t("google.intro")}</p>
      {data.map((setting) => (
        <GoogleCard
          key={setting.branch.branchID}
          setting={setting}
          onEdit={() => change({ edit: setting.branch.branchID }, false)}
        />
      ))}
      <Log />
      {edited && can("org:google:edit") && (
        <GoogleEditor key={edited.branch.branchID} setting={edited} onClose={() => change({ edit: null })} />
      )}
    </div>
  );
}

function Log() {
  const can = useCan();
  const log = useGoogleLog();
  const { retry } = useGoogleWrites();
  return <AdLeadLog log={log} {...(can("org:google:edit") && { onRetry: retry })} />;
}
