import { views } from "@homeroom/contract/views";
import { named, organizationOnly, rowless, type Samples } from "./sample.ts";

/** A shared view of another organisation. Views of one person alone: views.test.ts beside the module. */
export const viewSamples: Samples["views"] = {
  list: rowless(views.list, { screen: "leads" }, { shows: ({ viewId }) => viewId }),
  save: rowless(views.save, { screen: "leads", name: "自己的", query: "status=1" }),
  remove: named(views.remove, ({ viewId }) => ({ id: viewId }), { walls: organizationOnly }),
  setDefault: named(views.setDefault, ({ viewId }) => ({ id: viewId, roleIds: [] }), { walls: organizationOnly }),
};
