import { createContext, type MouseEvent, type ReactNode, use } from "react";

/** How the pages before sign-in navigate: with the app's router if there is one, else with the browser. */
export interface PublicNavigation {
  /** The query of the address. */
  readonly search: URLSearchParams;
  /** Goes to a path of the app, with its query. */
  go(to: string, options?: { replace?: boolean }): void;
}

export const PublicNavigationContext = createContext<PublicNavigation | null>(null);

/** Throws outside a page that provides it. */
export function usePublicNavigation(): PublicNavigation {
  const navigation = use(PublicNavigationContext);
  if (!navigation) throw new Error("This page has no navigation.");
  return navigation;
}

/** A link to another page of the app. */
export function PublicLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const { go } = usePublicNavigation();
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} className={className} onClick={handleClick}>
      {children}
    </a>
  );
}
