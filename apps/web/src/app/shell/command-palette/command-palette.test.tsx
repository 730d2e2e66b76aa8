// @vitest-environment happy-dom
import { type PaletteHit, palette } from "@homeroom/contract/palette";
import type { Permission } from "@homeroom/contract/permissions";
import { cleanup, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { CommandPalette } from "./command-palette.tsx";

const lead = (id: string, title: string): PaletteHit => ({
  kind: "lead",
  id,
  title,
  detail: "",
  matched: "name",
  conversationId: null,
});

function start() {
  const server = [answers(palette.find, { list: [lead("1", "Mei Chan")] })];
  const onClose = vi.fn();
  const shown = show(<CommandPalette onClose={onClose} onSettings={vi.fn()} />, { server });
  const find = async (words: string, found: PaletteHit[]) => {
    server[0] = answers(palette.find, { list: found });
    await shown.person.type(screen.getByRole("combobox"), words);
  };
  return { ...shown, onClose, find };
}

it("opens a result for the current words, not for the previous ones", async () => {
  const { find, search, onClose } = start();
  await find("zq", [lead("1", "Zqa Chan")]);
  await screen.findByText("Zqa Chan");
  await find("b{Enter}", [lead("2", "Zqb Lee")]);
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(search()).toBe("?lead=2");
});

it("opens a chosen line at once, even while the search continues", async () => {
  const { find, search } = start();
  await find("zq", [lead("1", "Zqa Chan"), lead("2", "Zqb Lee")]);
  await screen.findByText("Zqb Lee");
  await find("b{ArrowDown}{Enter}", [lead("3", "Zqb Ho")]);
  await expect.poll(() => search()).toBe("?lead=2");
});

it("shows what was opened before, until the person's rights or branch change", async () => {
  const open = (perms: Permission[], branchID = "1") =>
    show(<CommandPalette onClose={vi.fn()} onSettings={vi.fn()} />, {
      ...{ perms, user: { accountID: "1", branch: { branchID } } },
      server: [answers(palette.find, { list: [lead("1", "Mei Chan")] })],
    });
  const isShownTo = (...as: Parameters<typeof open>) => {
    cleanup();
    open(...as);
    return screen.queryByText("Mei Chan") !== null;
  };
  const { person } = open(["crm:lead:query"]);
  await person.type(screen.getByRole("combobox"), "mei");
  await person.click(await screen.findByText("Mei Chan"));
  expect(isShownTo(["crm:lead:query"])).toBe(true);
  expect(isShownTo([])).toBe(false);
  expect(isShownTo(["crm:lead:query"], "2")).toBe(false);
});
