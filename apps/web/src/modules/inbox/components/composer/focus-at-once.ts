import { createContext } from "react";

/** Whether the place to answer takes the keyboard as soon as it is shown. Beside a lead the keys may be the lead's. */
export const FocusAtOnce = createContext(true);
