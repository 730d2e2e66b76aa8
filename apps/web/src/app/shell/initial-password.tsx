import { lazy, Suspense, useState } from "react";
import { useOptionalUser } from "#platform/access.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { isPasswordChangePutOff, putOffPasswordChange } from "#platform/session.ts";
import { refreshAccess } from "../guard/navigation-guard.ts";

const InitialPasswordDialog = lazy(async () => {
  const [{ InitialPasswordDialog }] = await Promise.all([
    import("#modules/accounts/public.ts"),
    loadTexts(["account", "plain"]),
  ]);
  return { default: InitialPasswordDialog };
});

/** Asks once a sign-in for a password of one's own, for as long as the initial one is in use. */
export function InitialPassword() {
  const user = useOptionalUser();
  const [putOff, setPutOff] = useState(isPasswordChangePutOff);
  if (putOff || !user?.passwordChangeDue) return null;
  return (
    <Suspense>
      <InitialPasswordDialog
        due={user.passwordChangeDue}
        onDone={() => void refreshAccess()}
        onPutOff={() => {
          putOffPasswordChange();
          setPutOff(true);
        }}
      />
    </Suspense>
  );
}
