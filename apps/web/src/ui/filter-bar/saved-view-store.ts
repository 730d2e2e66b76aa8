import { createContext, useContext } from "react";

/** Named filters, in address format. */
export interface KeptView {
  id: string;
  name: string;
  part: string;
  isShared: boolean;
  isMine: boolean;
  /** The screen starts with it for this person. */
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

/** The views of one screen and their actions. Each write rejects with a string to show. */
export interface ScreenViews {
  /** Undefined until loaded. */
  views: readonly KeptView[] | undefined;
  save: (view: { name: string; part: string; isShared: boolean }) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** For people with the right to set the view that a role starts with. */
  defaults?: {
    roles: readonly ViewRole[];
    set: (id: string, roleIds: readonly string[]) => Promise<void>;
  };
}

/** Where views are stored; provided by the product around the screens. */
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
