import { Skeleton as Bars, Tabs } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useOwnAccount } from "../api/own-account.ts";
import { AppearanceTab } from "../components/appearance-tab.tsx";
import { EmailSection } from "../components/email-section.tsx";
import { KeysSection } from "../components/keys-section.tsx";
import { PasswordSection } from "../components/password-section.tsx";
import { ProfileTab } from "../components/profile-tab.tsx";
import { SessionsSection } from "../components/sessions-section.tsx";
import { TwoStepSection } from "../components/two-step-section.tsx";

interface AccountSettingsProps {
  /** The notification settings of another module. Without them the tab is missing. */
  notifications?: ReactNode;
}

/** The settings of the person's own account. The open tab is part of the address. */
export function AccountSettings({ notifications }: AccountSettingsProps) {
  const { t } = useTranslation("account");
  const { search, change } = useAddress();
  const tabs = [
    { key: "profile", label: t("tab.profile"), children: <OwnData show="profile" /> },
    { key: "security", label: t("tab.security"), children: <OwnData show="security" /> },
    { key: "appearance", label: t("tab.appearance"), children: <AppearanceTab /> },
    ...(notifications ? [{ key: "notifications", label: t("tab.notifications"), children: notifications }] : []),
  ];
  const wanted = search.get("tab");
  return (
    <Page>
      <PageHeader title={t("title")} />
      <Tabs
        activeKey={tabs.some(({ key }) => key === wanted) ? (wanted ?? "") : "profile"}
        items={tabs}
        onChange={(tab) => change({ tab: tab === "profile" ? null : tab })}
      />
    </Page>
  );
}

function OwnData({ show }: { show: "profile" | "security" }) {
  const { data: account, error, isPending, refetch } = useOwnAccount();
  const late = useDelayed(isPending);
  if (isPending) return late && <Bars active avatar paragraph={{ rows: 6 }} style={{ maxWidth: 880 }} />;
  if (!account) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  if (show === "profile") return <ProfileTab account={account} />;
  return (
    <>
      <EmailSection account={account} />
      <PasswordSection />
      <TwoStepSection />
      <SessionsSection />
      {account.mayIssueKeys && <KeysSection />}
    </>
  );
}
