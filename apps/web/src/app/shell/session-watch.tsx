import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLivePlaces } from "#modules/organizations/public.ts";
import { peopleKey } from "#platform/choices.ts";
import { onPageRefused, queryClient } from "#platform/query.ts";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { onRestricted, onSessionEnded, onSessionReplaced, reportSessionEnded, storedToken } from "#platform/session.ts";
import { type FeedbackKit, withFeedbackKit } from "#ui/feedback/feedback-kit.ts";
import { loginAddress } from "../guard/decide-navigation.ts";
import { forgetUser, refreshAccess } from "../guard/navigation-guard.ts";

const maxDelayMs = 5000;

/**
 * Asks the person to sign in again when the server has ended the session: one dialog, however many calls were refused. Shows
 * the 401 page when a screen's first load is refused, and fetches the permissions again when they have changed.
 */
export function SessionWatch() {
  const { t } = useTranslation("shell");

  const [mine] = useState(storedToken);
  const box = useRef<ReturnType<FeedbackKit["modal"]["warning"]>>(null);
  useEffect(
    () =>
      onSessionEnded((reason) => {
        const content = t(`sessionEnded.${reason ?? "detail"}`);
        withFeedbackKit(({ modal }) => {
          // Several calls can be refused before the kit has loaded: they still share one dialog.
          if (box.current) return box.current.update({ content });
          box.current = modal.warning({
            title: t("sessionEnded.title"),
            content,
            okText: t("sessionEnded.signIn"),
            onOk: () => signInAgain(mine),
          });
        });
      }),
    [t, mine],
  );

  useEffect(() => onSessionReplaced(() => window.location.reload()), []);
  useLivePlaces(useCallback(() => void refreshAccess(), []));

  const navigate = useNavigate();
  useEffect(() => onPageRefused(() => void navigate("/401", { replace: true })), [navigate]);

  useRealtime(
    "session.changed",
    useCallback(({ ended, reason }) => {
      if (ended) reportSessionEnded(reason);
      else void refreshAccess();
    }, []),
  );

  // The menu is shared by everybody: all browsers reloading at once would overload the server.
  useRealtime(
    "menus.changed",
    useCallback(() => void setTimeout(() => void refreshAccess(), Math.random() * maxDelayMs), []),
  );

  // Somebody was added, removed or got another role.
  useRealtime(
    "staff.changed",
    useCallback(() => void queryClient.invalidateQueries({ queryKey: peopleKey }), []),
  );

  useRealtime(
    "choices.changed",
    useCallback(() => void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.choices === true }), []),
  );

  // Changes while the connection was down.
  useEffect(() => onMissed(() => void refreshAccess()), []);
  useEffect(() => onRestricted(() => void refreshAccess()), []);

  return null;
}

/** Removes the ended session, but not one that has begun in another window since: this page continues with that one. */
function signInAgain(ended: string | null): void {
  const current = storedToken();
  if (current !== null && current !== ended) return window.location.reload();
  forgetUser();
  const { pathname, search } = window.location;
  window.location.assign(loginAddress(pathname, new URLSearchParams(search)));
}
