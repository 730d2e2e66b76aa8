import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useMetaWrites } from "../api/meta.ts";

const parts = { code: null, state: null, error: null, error_reason: null, error_description: null, error_code: null };

/** Takes what a person brings back from signing in at Meta out of the address, at once, and connects with it. */
export function useReturnFromMeta(): void {
  const { t } = useTranslation("advertising");
  const { search, change } = useAddress();
  const { done, failed } = useFeedback();
  const { connect } = useMetaWrites();
  const taken = useRef<string | null>(null);
  const [code, state, refused] = [search.get("code"), search.get("state"), search.get("error")];
  useEffect(() => {
    if (!state || taken.current === state) return;
    taken.current = state;
    change(parts);
    if (refused) failed(t("meta.cancelled"));
    else if (code) void connect({ code, state }).then(() => done(t("meta.connected")), failed);
  }, [code, state, refused, change, connect, done, failed, t]);
}
