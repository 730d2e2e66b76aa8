import { App } from "antd";
import { useEffect } from "react";
import { offerFeedbackKit } from "./feedback-kit.ts";

/** Messages cover the navbar, which has no inputs. Of several only the latest is visible, the others are under it. */
const wordsOnNavbar = { top: 5, maxCount: 3, stack: { threshold: 1 } };

/** The mount point of messages and confirmations on the page, with the theme around it. */
export function LoadedKit() {
  return (
    <App message={wordsOnNavbar} component={false}>
      <Offer />
    </App>
  );
}

function Offer() {
  const kit = App.useApp();
  useEffect(() => {
    offerFeedbackKit(kit);
    return () => offerFeedbackKit(null);
  }, [kit]);
  return null;
}
