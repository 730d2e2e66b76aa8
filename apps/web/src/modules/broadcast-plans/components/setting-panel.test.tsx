// @vitest-environment happy-dom
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { BroadcastSetting } from "../screens/broadcast-setting.tsx";

const saved = {
  ...{ monthlyLimit: 1000, warningLevels: [80], quietHours: null, approvalAbove: null, prices: [] },
  ...{ version: 1, usedThisMonth: 0 },
};
const setting = (more: Partial<typeof saved>) => answers(broadcastSettings.setting, { ...saved, ...more });

function Screen() {
  const client = useQueryClient();
  return (
    <>
      <BroadcastSetting />
      <button type="button" onClick={() => void client.invalidateQueries()}>
        Look again
      </button>
    </>
  );
}

async function start() {
  const server = [setting({}), answers(broadcastSettings.save, null)];
  const shown = show(<Screen />, { perms: ["bulk:setting:edit"], server });
  const limit = await screen.findByLabelText<HTMLInputElement>(/Maximum messages/);
  const approval = screen.getByLabelText<HTMLInputElement>(/Second person/);
  return { ...shown, server, limit, approval };
}

it("keeps the input when a colleague saves, and saves it with the colleague's changes", async () => {
  const { person, server, limit, approval, sentTo } = await start();
  await person.click(screen.getByText("Add a price"));
  server[0] = setting({ monthlyLimit: 2000, version: 2 });
  await person.click(screen.getByText("Look again"));
  await expect.poll(() => limit.value).toBe("2000");
  expect(screen.getAllByLabelText("Remove the price")).toHaveLength(1);
  await screen.findByText(/saved this while you were writing/);
  await person.type(approval, "50");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sentTo(broadcastSettings.save)).toHaveLength(1);
  const [sent] = sentTo(broadcastSettings.save);
  expect(sent).toMatchObject({ monthlyLimit: 2000, approvalAbove: 50, version: 2, prices: [{ country: "HK" }] });
});

it("says which parts both changed, and keeps the writer's", async () => {
  const { person, server, limit } = await start();
  await person.clear(limit);
  await person.type(limit, "3000");
  server.splice(0, 2, setting({ monthlyLimit: 2000, version: 2 }), refuses(broadcastSettings.save, "STALE_DATA"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("You both changed: Maximum messages per month. Yours is kept.");
  expect(limit.value).toBe("3000");
});

it("does not report the person's own save", async () => {
  const { person, server, limit, sentTo } = await start();
  await person.clear(limit);
  await person.type(limit, "3000");
  server[0] = setting({ monthlyLimit: 3000, version: 2 });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sentTo(broadcastSettings.setting)).toHaveLength(2);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sentTo(broadcastSettings.save)).toHaveLength(2);
  expect(sentTo(broadcastSettings.save)[1]).toMatchObject({ monthlyLimit: 3000, version: 2 });
  expect(screen.queryByText(/while you were writing/)).toBeNull();
});

it("marks a second price for the same day, and saves nothing until it is fixed", async () => {
  const { person, sentTo } = await start();
  await person.click(screen.getByText("Add a price"));
  expect(screen.queryByText(/already a price/)).toBeNull();
  await person.click(screen.getByText("Add a price"));
  await screen.findByText(/already a price/);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.getAllByText(/already a price/)).toHaveLength(2);
  expect(sentTo(broadcastSettings.save)).toEqual([]);
  await person.click(screen.getAllByLabelText("Remove the price")[1] ?? document.body);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sentTo(broadcastSettings.save)).toHaveLength(1);
});
