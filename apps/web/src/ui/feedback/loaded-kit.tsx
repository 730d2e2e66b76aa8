import { App } from "antd";
import { useEffect } from "react";
import { offerFeedbackKit } from "./feedback-kit.ts";

/** Short words lie on the navbar, which has no inputs. Of several only the latest is in sight, the others wait under it. */
const wordsOnNavbar = { top: 5, maxCount: 3, stack: { threshold: 1 } };

/** The place of messages and questions on the page, with the appearance around it. */
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
