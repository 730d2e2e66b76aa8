import { login } from "@homeroom/contract/login";
import { useTranslation } from "react-i18next";
import { api } from "#platform/api.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { forgetUser } from "../guard/navigation-guard.ts";

/** Signs out after a confirmation: deletes the stored session and reloads the page. */
export function useSignOut() {
  const { t } = useTranslation("shell");
  const { confirm } = useFeedback();
  return async () => {
    if (!(await confirm({ title: t("signOut.title"), verb: t("signOut.action") }))) return;
    // The person is signed out here whatever the server answers: if it cannot be reached, the session expires there.
    await api.call(login.logOut, {}).catch(() => undefined);
    forgetUser();
    window.location.assign("/login");
  };
}
