import { Suspense } from "react";
import { AccountSettings } from "#modules/accounts/screens/account-settings.tsx";
import { WeeklyMail } from "#modules/dashboard/public.ts";
import { NotificationPreferences } from "#modules/notices/public.ts";
import { useCan } from "#platform/access.ts";

/** The account settings, with the notification settings and the weekly mail of other modules. */
export function AccountSettingsPage() {
  const can = useCan();
  const notifications = (
    <Suspense>
      <NotificationPreferences more={can("dash:home:query") && <WeeklyMail />} />
    </Suspense>
  );
  return <AccountSettings notifications={notifications} />;
}
