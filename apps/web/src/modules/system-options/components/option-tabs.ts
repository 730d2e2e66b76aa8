import type { Permission } from "@homeroom/contract/permissions";
import { type ComponentType, lazy } from "react";

/** One tab of the system options, for those who hold the permission. */
export interface OptionTab {
  key: "gpt";
  needs: Permission;
  Content: ComponentType;
}

/** The tabs in their order. What comes next registers itself here, with its texts in the namespace systemOptions. */
export const optionTabs: readonly OptionTab[] = [
  {
    key: "gpt",
    needs: "org:gpt:query",
    Content: lazy(() => import("#modules/assistant/public.ts").then(({ AgentsTab }) => ({ default: AgentsTab }))),
  },
];
