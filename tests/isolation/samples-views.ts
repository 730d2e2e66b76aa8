import { views } from "@homeroom/contract/views";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** A shared view of another organisation. Views of one person alone: views.test.ts beside the module. */
export const viewSamples: Samples["views"] = {
  list: of(views.list, {
    requests: () => [{ screen: "leads" }],
    expect: "blank",
    walls: organizationOnly,
    shows: ({ viewId }) => viewId,
  }),
  save: rowless(views.save, { screen: "leads", name: "自己的", query: "status=1" }),
  remove: of(views.remove, {
    requests: ({ viewId }) => [{ id: viewId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  setDefault: of(views.setDefault, {
    requests: ({ viewId }) => [{ id: viewId, roleIds: [] }],
    expect: "missing",
    walls: organizationOnly,
  }),
};
