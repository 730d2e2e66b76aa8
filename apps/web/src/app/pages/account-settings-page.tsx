import { Suspense } from "react";
import { AccountSettings } from "#modules/accounts/screens/account-settings.tsx";
import { NotificationPreferences } from "#modules/notices/public.ts";

/** The account settings, with how one is told of things, which is another module's. */
export function AccountSettingsPage() {
  const notifications = (
    <Suspense>
      <NotificationPreferences />
    </Suspense>
  );
  return <AccountSettings notifications={notifications} />;
}
