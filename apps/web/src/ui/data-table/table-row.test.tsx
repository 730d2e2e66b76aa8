// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { Column } from "./column.ts";
import { type RowActions, TableRow } from "./table-row.tsx";

const rows = ["a", "b", "c"];
const nothing = () => undefined;

it("renders again only when one of its properties changes, and calls the actions of the latest render", async () => {
  const drawn: string[] = [];
  const columns: Column<string>[] = [
    { key: "name", title: "Name", width: 200, render: (row) => drawn.push(row) > 0 && `Lead ${row}` },
  ];
  function Table() {
    const [opened, setOpened] = useState<readonly string[]>([]);
    const open = (row: string) => setOpened([...opened, row]);
    const latest = { select: nothing, open, rest: nothing, edit: nothing, edited: nothing, focus: nothing };
    const actions = useRef<RowActions<string>>({ ...latest, keyDown: nothing });
    actions.current = { ...latest, keyDown: nothing };
    const same = { columns, isGrid: false, active: false, activeColumn: null, editing: false, top: 0 };
    return (
      <div role="table" aria-label={opened.join()}>
        {rows.map((row, index) => (
          <TableRow
            key={row}
            {...same}
            row={row}
            index={index}
            opens
            open={opened.at(-1) === row}
            remark={undefined}
            selected={undefined}
            actions={actions}
          />
        ))}
      </div>
    );
  }
  const { person } = show(<Table />);
  await person.click(screen.getByText("Lead a"));
  drawn.length = 0;
  await person.click(screen.getByText("Lead c"));
  expect(new Set(drawn)).toEqual(new Set(["a", "c"]));
  await person.click(screen.getByText("Lead b"));
  expect(screen.getByRole("table").getAttribute("aria-label")).toBe("a,c,b");
});

it.each([
  ["a cell that can be edited", "day", ["day"], []],
  ["a row that can be opened", "name", [], ["a"]],
])(
  "a press on %s counts although its content is replaced before the button is released",
  (_, pressed, edits, opens) => {
    const edited: string[] = [];
    const opened: string[] = [];
    const actions: RowActions<string> = {
      ...{ select: nothing, rest: nothing, edited: nothing, focus: nothing, keyDown: nothing },
      open: (row) => opened.push(row),
      edit: (_index, column) => edited.push(column),
    };
    const column = (key: string, version: number): Column<string> => ({
      ...{ key, title: key, width: 100, edit: () => () => null },
      render: () => <b key={version}>{`${key} ${version}`}</b>,
    });
    function Table() {
      const [version, setVersion] = useState(1);
      const columns = [column("name", version), column("day", version)];
      return (
        <div role="table">
          <TableRow
            {...{
              columns,
              isGrid: true,
              active: false,
              activeColumn: null,
              editing: false,
              top: 0,
              index: 0,
              row: "a",
            }}
            {...{ opens: true, open: false, remark: undefined, selected: undefined }}
            actions={{ current: actions }}
          />
          <button type="button" onClick={() => setVersion(2)}>
            Somebody else saves
          </button>
        </div>
      );
    }
    show(<Table />);
    fireEvent.mouseDown(screen.getByText(`${pressed} 1`));
    fireEvent.click(screen.getByRole("button", { name: "Somebody else saves" }));
    fireEvent.mouseUp(screen.getByText(`${pressed} 2`));
    expect([edited, opened]).toEqual([edits, opens]);
  },
);
