import { Suspense } from "react";
import { AccountSettings } from "#modules/accounts/screens/account-settings.tsx";
import { NotificationPreferences } from "#modules/notices/public.ts";

/** The account settings, with the notification settings of another module. */
export function AccountSettingsPage() {
  const notifications = (
    <Suspense>
      <NotificationPreferences />
    </Suspense>
  );
  return <AccountSettings notifications={notifications} />;
}
