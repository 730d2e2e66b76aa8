import { type ReactNode, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PublicNavigationContext } from "#ui/public-page/public-navigation.tsx";

/** A page before the sign-in, reached from within the app: it moves by the app's router. */
export function RoutedPublicPage({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const navigation = useMemo(
    () => ({ search, go: (to: string, options?: { replace?: boolean }) => void navigate(to, options) }),
    [search, navigate],
  );
  return <PublicNavigationContext value={navigation}>{children}</PublicNavigationContext>;
}
