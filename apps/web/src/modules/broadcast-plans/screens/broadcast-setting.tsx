import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useSetting } from "../api.ts";
import { EmailStops } from "../components/email-stops.tsx";
import { SettingPanel } from "../components/setting-panel.tsx";

/** Settings of broadcasts: the prices of messages, the monthly limit and the warning levels. */
export function BroadcastSetting() {
  const { t } = useTranslation("broadcastPlans");
  const can = useCan();
  const { data, error, refetch } = useSetting();
  return (
    <Page>
      <PageHeader title={t("setting.title")} detail={t("setting.detail")} />
      {error && <ErrorState message={String(error)} onRetry={() => void refetch()} />}
      {data && <SettingPanel setting={data} />}
      {data && can("bulk:setting:query") && <EmailStops />}
    </Page>
  );
}
