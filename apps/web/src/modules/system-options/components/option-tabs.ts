import type { Permission } from "@homeroom/contract/permissions";
import { type ComponentType, lazy } from "react";

/** One tab of the system options; it needs one of the permissions. */
export interface OptionTab {
  key: "gpt" | "welcome" | "pay" | "places";
  needs: readonly Permission[];
  Content: ComponentType;
}

/** The tabs in their order. What comes next registers itself here, with its texts in the namespace systemOptions. */
export const optionTabs: readonly OptionTab[] = [
  {
    key: "gpt",
    needs: ["org:gpt:query"],
    Content: lazy(() => import("#modules/assistant/public.ts").then(({ AgentsTab }) => ({ default: AgentsTab }))),
  },
  {
    key: "welcome",
    needs: ["org:welcome:query"],
    Content: lazy(() =>
      import("#modules/channels/public.ts").then((channels) => ({ default: channels.WelcomeMessage })),
    ),
  },
  {
    key: "pay",
    needs: ["org:pay:query"],
    Content: lazy(() =>
      import("#modules/payment-platforms/public.ts").then(({ PlatformsTab }) => ({ default: PlatformsTab })),
    ),
  },
  {
    key: "places",
    needs: ["chat:reply:query", "org:whatsapp:query", "org:line:query"],
    Content: lazy(() => import("./option-places.tsx").then(({ OptionPlaces }) => ({ default: OptionPlaces }))),
  },
];
