import { palette } from "@homeroom/contract/palette";
import { of, type Samples } from "./sample.ts";

/** Rows that all three walls separate; what an organisation shares is tested beside the module. */
const walled = ["lead" as const, "order" as const, "message" as const];

export const paletteSamples: Samples["palette"] = {
  find: of(palette.find, {
    // The order first: other calls rename the lead.
    requests: ({ nickname, phone, orderNumber }) => [
      { keywords: orderNumber, kinds: walled },
      { keywords: `${nickname}想問`, kinds: walled },
      { keywords: phone, kinds: walled },
      { keywords: nickname, kinds: walled },
    ],
    expect: "blank",
    shows: ({ orderNumber }) => orderNumber,
  }),
};
