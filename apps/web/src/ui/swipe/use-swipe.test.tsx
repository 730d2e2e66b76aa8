// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { SwipeGround } from "./swipe-ground.tsx";
import { type SwipeSide, useSwipe } from "./use-swipe.ts";

function Thing({ onSwipe, onClick }: { onSwipe: (side: SwipeSide) => void; onClick: () => void }) {
  const { onPointerDown, ...swipe } = useSwipe({ right: true }, onSwipe);
  return (
    <button type="button" onPointerDown={onPointerDown} onClick={onClick}>
      thing
      <SwipeGround {...swipe} words={{ right: "Done", left: "Later" }} />
    </button>
  );
}

interface Way {
  by?: string;
  last?: "pointerUp" | "pointerCancel";
}

function moved(x: number, y: number, { by = "touch", last = "pointerUp" }: Way = {}) {
  const [onSwipe, onClick] = [vi.fn(), vi.fn()];
  show(<Thing onSwipe={onSwipe} onClick={onClick} />);
  const thing = screen.getByText("thing");
  const pointer = { pointerId: 1, pointerType: by, isPrimary: true, button: 0 };
  fireEvent.pointerDown(thing, { ...pointer, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(window, { ...pointer, clientX: 100 + x, clientY: 100 + y });
  const shown = screen.queryByText("Done") !== null;
  fireEvent[last](window, { ...pointer, clientX: 100 + x, clientY: 100 + y });
  fireEvent.click(thing);
  return { onSwipe, onClick, shown };
}

it("triggers when a finger has moved it far enough, and is then not a click", () => {
  const { onSwipe, onClick, shown } = moved(120, 20);
  expect([shown, onSwipe.mock.calls, onClick.mock.calls]).toEqual([true, [["right"]], []]);
});

it.each([
  ["not far enough", moved.bind(null, 40, 0), true],
  ["to a side that does nothing", moved.bind(null, -120, 0), false],
  ["given up by the browser", moved.bind(null, 120, 0, { last: "pointerCancel" }), true],
])("nothing happens: %s", (_, move, shows) => {
  const { onSwipe, shown } = move();
  expect([onSwipe.mock.calls, shown]).toEqual([[], shows]);
});

it.each([
  ["up or down, which scrolls", moved.bind(null, 30, 120)],
  ["by a mouse", moved.bind(null, 120, 0, { by: "mouse" })],
])("is left alone: %s", (_, move) => {
  const { onSwipe, onClick, shown } = move();
  expect([onSwipe.mock.calls, onClick.mock.calls.length, shown]).toEqual([[], 1, false]);
});
