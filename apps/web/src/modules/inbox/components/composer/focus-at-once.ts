import { createContext } from "react";

/** Whether the composer takes the focus as soon as it is shown. Beside a lead the shortcuts may belong to the lead. */
export const FocusAtOnce = createContext(true);
