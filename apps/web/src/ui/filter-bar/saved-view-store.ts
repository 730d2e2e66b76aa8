import { createContext, useContext } from "react";

/** Filters under a name, as the address writes them. */
export interface KeptView {
  id: string;
  name: string;
  part: string;
  isShared: boolean;
  isMine: boolean;
  /** The reader starts the screen with it. */
  isDefault: boolean;
  /** The roles that start with it. */
  roleIds: readonly string[];
  creator: string;
  mayRemove: boolean;
}

export interface ViewRole {
  id: string;
  name: string;
}

/** The views of one screen and what can be done with them. Each write rejects with a text to be shown. */
export interface ScreenViews {
  /** Undefined until they are known. */
  views: readonly KeptView[] | undefined;
  save: (view: { name: string; part: string; isShared: boolean }) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** For people who decide what a role starts with. */
  defaults?: {
    roles: readonly ViewRole[];
    set: (id: string, roleIds: readonly string[]) => Promise<void>;
  };
}

/** Where views are kept; given by the product around the screens. */
export const SavedViewsContext = createContext<(screen: string) => ScreenViews>(() => ({
  views: [],
  save: async () => {},
  remove: async () => {},
}));

/** The saved views of a screen. */
export function useScreenViews(screen: string): ScreenViews {
  const useViews = useContext(SavedViewsContext);
  return useViews(screen);
}
