import type { Refusal } from "@homeroom/contract/errors/plain-messages";
import type { SignedIn } from "@homeroom/contract/login";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { signInByKey } from "../api.ts";

/**
 * Signs in by the key of the page's address, once: a key is good for one use. The key leaves the address at once, so that
 * it stays in no history. Answers whether that is under way; a failure falls to the form, with its reason.
 */
export function useKeySignIn(onSignedIn: (session: SignedIn) => void, onFailed: (reason: Refusal) => void) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const key = search.get("key");
  const organizationId = search.get("organizationid");
  const [busy, setBusy] = useState(Boolean(key && organizationId));
  const begun = useRef(false);

  useEffect(() => {
    if (!key || !organizationId || begun.current) return;
    begun.current = true;
    const redirect = search.get("redirect");
    void navigate(redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : "/login", { replace: true });
    void signInByKey({ Key: key, OrganizationId: organizationId }).then((outcome) => {
      setBusy(false);
      if ("result" in outcome) onSignedIn(outcome.result);
      else onFailed(outcome.failure);
    });
  }, [key, organizationId, search, navigate, onSignedIn, onFailed]);

  return busy;
}
