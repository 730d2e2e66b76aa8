import { lazy, type ReactNode, Suspense, useState } from "react";
import { currentUser, useOptionalUser } from "#platform/access.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { knockRealtime } from "#platform/realtime.ts";
import { refreshAccess } from "../guard/navigation-guard.ts";
import { useSignOut } from "./use-sign-out.ts";

const FirstThings = lazy(async () => {
  const [{ FirstThings }] = await Promise.all([import("#modules/accounts/public.ts"), loadTexts(["account", "plain"])]);
  return { default: FirstThings };
});

/**
 * The product, or in its place what has to be done first. It opens when the person has finished there: the server lifts a
 * restriction before they have read their recovery codes.
 */
export function FirstThingsGate({ children }: { children: ReactNode }) {
  const restriction = useOptionalUser()?.restriction ?? null;
  const [pending, setPending] = useState(restriction);
  const signOut = useSignOut();
  if (restriction && !pending) setPending(restriction);
  if (!pending) return children;

  const handleDone = async () => {
    await refreshAccess();
    knockRealtime();
    setPending(currentUser()?.restriction ?? null);
  };
  return (
    <Suspense>
      <FirstThings
        key={pending}
        restriction={pending}
        onDone={() => void handleDone()}
        onSignOut={() => void signOut()}
      />
    </Suspense>
  );
}
