// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { PriceTable } from "./price-table.tsx";

const price = (country: string, currency = "HKD") => ({
  ...{ country, category: "marketing" as const, currency, unitPrice: 0.5, validFrom: "2026-01-01", validTo: null },
});

function start(prices: Parameters<typeof PriceTable>[0]["prices"], isReader = false, timezone = "Asia/Hong_Kong") {
  const onChange = vi.fn();
  const around = { user: { branch: { timezone } } };
  return { ...show(<PriceTable prices={prices} isReader={isReader} onChange={onChange} />, around), onChange };
}

it("adds a price in the currency of the others, from today", async () => {
  const { person, onChange } = start([price("HK")]);
  await person.click(screen.getByText("Add a price"));
  const [[made]] = onChange.mock.calls as [[ReturnType<typeof price>[]]];
  expect(made).toHaveLength(2);
  expect(made[1]).toMatchObject({ currency: "HKD", unitPrice: 0, validTo: null });
});

it.each([
  ["Pacific/Kiritimati", "2026-11-28"],
  ["Pacific/Pago_Pago", "2026-11-26"],
])("lets a new price begin with the day of a branch in %s", async (timezone, day) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-27T10:30:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const { person, onChange } = start([], false, timezone);
  await person.click(screen.getByText("Add a price"));
  expect(onChange).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ validFrom: day })]);
});

it("removes the price whose button was pressed", async () => {
  const { person, onChange } = start([price("HK"), price("TW")]);
  const [, second] = screen.getAllByLabelText("Remove the price");
  await person.click(second ?? document.body);
  expect(onChange).toHaveBeenCalledExactlyOnceWith([price("HK")]);
});

it("changes nothing for a reader", () => {
  start([price("HK")], true);
  expect([screen.queryByText("Add a price"), screen.queryByLabelText("Remove the price")]).toEqual([null, null]);
  expect([...document.querySelectorAll("input")].filter((input) => !input.disabled)).toEqual([]);
});
