// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { Button, Dropdown } from "antd";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useMenuKeys } from "./use-menu-keys.ts";

function Menu({ onChoose }: { onChoose: (key: string) => void }) {
  useMenuKeys();
  const items = [
    { key: "a", label: "First" },
    { key: "b", label: "Second" },
    { key: "c", label: "Third", disabled: true },
  ];
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => onChoose(key) }}>
      <Button>More</Button>
    </Dropdown>
  );
}

const button = () => screen.getByRole("button", { name: "More" });
const item = (name: string) => screen.getByRole("menuitem", { name });

async function openMenu() {
  const onChoose = vi.fn();
  const { person } = show(<Menu onChoose={onChoose} />);
  button().focus();
  await person.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "First" });
  return { person, onChoose };
}

it("moves into the open menu with an arrow key, and back to the button after a choice", async () => {
  const { person, onChoose } = await openMenu();
  await person.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(item("First"));
  // The kit reads the number of the key.
  fireEvent.keyDown(item("First"), { key: "Enter", keyCode: 13 });
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("a");
  expect(document.activeElement).toBe(button());
});

it("starts at the end with the other arrow key, skipping disabled items", async () => {
  const { person } = await openMenu();
  await person.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(item("Second"));
});
