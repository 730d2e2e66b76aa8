import { App } from "antd";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { onPageRefused } from "#platform/query.ts";
import { useRealtime } from "#platform/realtime.ts";
import { onSessionEnded, reportSessionEnded } from "#platform/session.ts";
import { loginAddress } from "../guard/decide-navigation.ts";
import { forgetUser, refreshAccess } from "../guard/navigation-guard.ts";

/**
 * Asks the person to sign in again when the server has ended the session: one box, however many calls were refused.
 * Shows the 401 page when a screen's first load is refused, and fetches the permissions again when they have changed.
 */
export function SessionWatch() {
  const { modal } = App.useApp();
  const { t } = useTranslation("shell");

  useEffect(
    () =>
      onSessionEnded(() => {
        modal.warning({
          title: t("sessionEnded.title"),
          content: t("sessionEnded.detail"),
          okText: t("sessionEnded.signIn"),
          onOk: () => {
            forgetUser();
            const { pathname, search } = window.location;
            window.location.assign(loginAddress(pathname, new URLSearchParams(search)));
          },
        });
      }),
    [modal, t],
  );

  const navigate = useNavigate();
  useEffect(() => onPageRefused(() => void navigate("/401", { replace: true })), [navigate]);

  useRealtime(
    "session.changed",
    useCallback(({ ended }) => {
      if (ended) reportSessionEnded();
      else void refreshAccess();
    }, []),
  );

  return null;
}
