import { branches } from "@homeroom/contract/branches";
import { organization } from "@homeroom/contract/organization";
import { picture } from "./picture.ts";
import { named, of, organizationOnly, rowless, type Samples, unsigned } from "./sample.ts";

const walls = organizationOnly;

/** Every form has a name of its own, so that none is refused because it is taken. */
let names = 0;
const branchForm = () => ({
  name: `新分校 ${++names}`,
  contactName: "陳主任",
  email: "new-branch@homeroom.test",
  areaCode: "+852",
  phone: "23456789",
  timezone: "Asia/Hong_Kong",
});

export const branchSamples: Samples["branches"] = {
  list: of(branches.list, {
    requests: ({ spareBranchId }) => [{ pageSize: 100 }, { keywords: spareBranchId }],
    expect: "blank",
    shows: ({ spareBranchId }) => spareBranchId,
    walls,
  }),
  info: named(branches.info, ({ spareBranchId }) => ({ recordID: spareBranchId }), {
    shows: ({ spareBranchId }) => spareBranchId,
    walls,
  }),
  add: of(branches.add, {
    requests: () => [branchForm()],
    expect: "blank",
    walls,
  }),
  edit: named(branches.edit, ({ spareBranchId }) => ({ recordID: spareBranchId, version: 1, ...branchForm() }), {
    walls,
  }),
  remove: named(branches.remove, ({ spareBranchId }) => ({ recordID: spareBranchId }), { walls }),
  updateStatus: of(branches.updateStatus, {
    requests: ({ spareBranchId }) => [
      { recordID: spareBranchId, status: 0 },
      { recordID: spareBranchId, status: 1 },
    ],
    expect: "missing",
    walls,
  }),
};

export const organizationSamples: Samples["organization"] = {
  info: rowless(organization.info, {}),
  edit: of(organization.edit, {
    requests: ({ organizationVersion }) => [organizationForm(organizationVersion)],
    expect: "blank",
    walls,
    mixed: ({ organizationVersion }, { fileId }) => [{ ...organizationForm(organizationVersion), logoFileID: fileId }],
  }),
  uploadLogo: rowless(organization.uploadLogo, {}, { file: picture }),
  email: rowless(organization.email, {}),
  // No request here is valid: otherwise the rows that all other calls need would be deleted a day later.
  wipe: rowless(organization.wipe, { confirmText: "", password: "x" }, { walls: [] }),
  cancelWipe: rowless(organization.cancelWipe, {}),
};

function organizationForm(version: number) {
  return {
    version,
    organizationName: "改名補習班",
    email: "office@homeroom.test",
    country: "HK",
    timeZone: "Asia/Hong_Kong",
    locale: "zh-tw" as const,
  };
}

/** They end the caller's session, or are about the caller's own password: tested beside the module. */
export const placeSignInSamples: Pick<
  Samples["login"],
  "switchBranch" | "checkBranchPassword" | "checkBranchPasswordPosted"
> = { switchBranch: unsigned, checkBranchPassword: unsigned, checkBranchPasswordPosted: unsigned };
