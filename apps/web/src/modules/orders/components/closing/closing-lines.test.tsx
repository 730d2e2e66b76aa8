// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ClosingSums } from "./closing-lines.tsx";

const sum = { currency: "HKD" as const, received: 5000, kept: 0, refunded: 0, net: 5000, cash: 1200 };
const valueOf = (label: string) => screen.queryByText(label)?.parentElement?.querySelector("dd")?.textContent;

it("shows the counted cash of a closed day, and the difference", () => {
  show(<ClosingSums sums={[sum]} counted={[{ currency: "HKD", amount: 1150 }]} />);
  expect(valueOf("Cash expected")).toBe("HK$1,200.00");
  expect(valueOf("Cash counted")).toBe("HK$1,150.00");
  expect(valueOf("Difference")).toBe("-HK$50.00");
});

it("shows no difference if the cash matches", () => {
  show(<ClosingSums sums={[sum]} counted={[{ currency: "HKD", amount: 1200 }]} />);
  expect(valueOf("Cash counted")).toBe("HK$1,200.00");
  expect(valueOf("Difference")).toBeUndefined();
});

it("shows only what is expected before anybody has counted", () => {
  show(<ClosingSums sums={[sum]} counted={[]} />);
  expect(valueOf("Cash expected")).toBe("HK$1,200.00");
  expect(valueOf("Cash counted")).toBeUndefined();
});
