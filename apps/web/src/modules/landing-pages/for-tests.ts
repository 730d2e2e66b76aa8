import { BranchId, RecordId } from "@homeroom/contract/ids";
import type { PageInfo } from "@homeroom/contract/landing-pages";

/** A published page without sections, for tests. */
export function pageInfo(given: Partial<PageInfo> = {}): PageInfo {
  const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
  const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
  return {
    ...{ recordID, name: "Camp", urlName: "camp", url: "https://a.hk/p/a/camp", theme: "camp", category: null },
    ...{ language: "en", branch: { branchID, name: "Central" }, buttonAction: "form", publishStatus: "published" },
    ...{ publishTime: null, urlNameLocked: true, domainID: null, isSplit: false, stuckCount: 0 },
    ...{ viewCount: 0, clickCount: 0, leadCount: 0, spend: [] },
    ...{ creator: "", updater: "", createTime: "", updateTime: "", version: 3 },
    ...{ channelID: null, secondaryChannelID: null, areaCode: "", phone: "", presetText: "", lineID: "" },
    ...{ buttonURL: "", webhookURL: "", webhookFailed: false, trackingCode: "", lineTracking: false, title: "" },
    ...{ description: "", shareImage: null, icon: null, consentText: "", sections: [], pictures: [] },
    ...given,
  };
}
