// @vitest-environment happy-dom
import { FileId, OrganizationId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { type OrganizationInfo, organization, wipePhrase } from "@homeroom/contract/organization";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { DangerZone } from "./danger-zone.tsx";
import { OrganizationData } from "./organization-data.tsx";
import { EditOrganization } from "./organization-form.tsx";

const [oldID, newID] = [1, 2].map((n) => FileId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`));
const own: OrganizationInfo = {
  ...{ organizationId: OrganizationId.parse("019aaaaa-0000-7000-8000-000000000009"), organizationName: "Bright" },
  ...{ businessCategory: "", branchInfo: "", firstName: "", lastName: "", areaCode: "", phone: "", country: "HK" },
  ...{ email: "a@x.test", location: "", fromWhere: "", acceptMessage: 0, timeZone: "Asia/Hong_Kong", locale: "en" },
  ...{ logoFileID: oldID ?? null, logo: "/files/old", twoStepRequired: false, randomInitialPasswords: false },
  ...{ version: 4, membership: "basic", expiryDate: null, createTime: "2026-01-01T00:00:00Z", wipe: null },
  canWipe: true,
};
const loaded = (part: Partial<OrganizationInfo> = {}) => answers(organization.info, { ...own, ...part });
const around = [
  answers(media.customItems, [] as never),
  answers(organization.uploadLogo, { fileID: newID, url: "/files/new" } as never),
];
const saved = answers(organization.edit, null);

function edit(server: ReturnType<typeof answers>[]) {
  const handlers = { onClose: vi.fn(), onDone: vi.fn() };
  return {
    ...show(<EditOrganization organization={own} {...handlers} />, { server: [...server, ...around] }),
    ...handlers,
  };
}

async function chooseLogo() {
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("There is no place for a logo.");
  fireEvent.change(input, { target: { files: [new File(["x"], "logo.png", { type: "image/png" })] } });
  await waitFor(() => expect(document.querySelector("button img")?.getAttribute("src")).toBe("/files/new"));
}

const press = (name: string) => screen.getByRole("button", { name });

it("asks before a new logo is lost", async () => {
  const { person, onClose } = edit([]);
  await chooseLogo();
  await person.click(press("Cancel"));
  await question("Unsaved changes");
  expect(onClose).not.toHaveBeenCalled();
});

it("keeps a new logo when somebody else has saved", async () => {
  const stale = inTurn(refuses(organization.edit, "STALE_DATA"), saved);
  const { person, sentTo, onDone } = edit([stale, loaded({ version: 5, location: "Main Street" })]);
  await chooseLogo();
  await person.click(press("Save"));
  await screen.findByText("Updated with their changes: Address");
  await person.click(press("Save"));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(organization.edit)[1]).toMatchObject({ version: 5, location: "Main Street", logoFileID: newID });
});

it("keeps what was typed after a refusal that names a field", async () => {
  const message = "This e-mail is taken";
  const taken = refuses(organization.edit, "FIELD_INVALID", [{ field: "email", message } as never]);
  const { person, onDone } = edit([taken]);
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "b@x.test" } });
  await person.click(press("Save"));
  await screen.findByText(message);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("b@x.test");
  expect(onDone).not.toHaveBeenCalled();
});

it("shows the data to people who cannot change them without a button for it", async () => {
  show(<OrganizationData />, { server: [loaded({ canWipe: false })] });
  await screen.findAllByText("Bright");
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("says why the data cannot be shown, and shows them after a retry", async () => {
  const { person } = show(<OrganizationData />, {
    server: [inTurn(refuses(organization.info, "TOO_MANY_REQUESTS"), loaded())],
  });
  await screen.findByText(/^Too many attempts/);
  await person.click(press("Try again"));
  await screen.findAllByText("Bright");
});

it("offers the deletion of all data only if it can be requested and is not pending", () => {
  show(<DangerZone organization={{ ...own, canWipe: false }} />);
  expect(screen.queryByText("Delete everything")).toBeNull();
});

it("says when the data will be deleted after a request, and does not offer it again", () => {
  const wipe = { requestTime: "2026-11-26T10:00:00Z", dueTime: "2026-11-27T10:00:00Z", requestedBy: "Ann" };
  show(<DangerZone organization={{ ...own, wipe }} />);
  screen.getByText(/Everything will be deleted from/);
  expect(screen.queryByRole("button")).toBeNull();
});

it("keeps the phrase after a wrong password, and deletes nothing", async () => {
  const refused = refuses(organization.wipe, "ACCOUNT_WRONG_CURRENT_PASSWORD");
  const { person, sentTo } = show(<DangerZone organization={own} />, { server: [refused] });
  await person.click(press("Delete everything"));
  const phrase = await screen.findByLabelText<HTMLInputElement>(/Type/);
  fireEvent.change(phrase, { target: { value: wipePhrase } });
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "wrong" } });
  await person.click(screen.getAllByRole("button", { name: /Delete|24/ }).at(-1) as HTMLElement);
  await screen.findByRole("alert");
  expect([phrase.value, sentTo(organization.wipe)]).toEqual([
    wipePhrase,
    [{ confirmText: wipePhrase, password: "wrong" }],
  ]);
});
