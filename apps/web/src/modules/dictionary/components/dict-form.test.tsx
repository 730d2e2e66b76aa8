// @vitest-environment happy-dom
import { dictionary } from "@homeroom/contract/dictionary";
import { RecordId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { EditDict } from "./dict-form.tsx";

const id = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const dict = {
  ...{ id, name: "地區", titles: { "zh-tw": "地區", "zh-cn": "地区", en: "Districts" }, code: "district", status: 1 },
  ...{ remark: "", dictItems: [], isBuiltIn: false, version: 1 },
};

it("says why a dictionary could not be opened, and opens it when asked again", async () => {
  const server = [inTurn(refuses(dictionary.form, "TOO_MANY_REQUESTS"), answers(dictionary.form, dict as never))];
  const { person } = show(<EditDict id={id} onClose={() => undefined} />, { server });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Edit dictionary “Districts”");
  expect(screen.getByLabelText("Code").getAttribute("value")).toBe("district");
});
