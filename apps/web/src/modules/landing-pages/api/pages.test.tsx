// @vitest-environment happy-dom
import { BranchId, RecordId } from "@homeroom/contract/ids";
import { landingPages, type PageInfo } from "@homeroom/contract/landing-pages";
import { emptySection } from "@homeroom/contract/page-design/sections";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { usePage, useSaveDraft } from "./pages.ts";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
const page: PageInfo = {
  ...{ recordID, name: "夏令營", urlName: "camp", url: "https://a.hk/p/a/camp", theme: "camp", category: null },
  ...{ language: "zh-tw", branch: { branchID, name: "中環" }, buttonAction: "form", publishStatus: "published" },
  ...{
    publishTime: null,
    urlNameLocked: true,
    domainID: null,
    isSplit: false,
    stuckCount: 0,
    viewCount: 0,
    clickCount: 0,
  },
  ...{ leadCount: 0, spend: [], creator: "", updater: "", createTime: "", updateTime: "", version: 3 },
  ...{ channelID: null, secondaryChannelID: null, areaCode: "", phone: "", presetText: "", lineID: "" },
  ...{ buttonURL: "", webhookURL: "", webhookFailed: false, trackingCode: "", lineTracking: false, title: "" },
  ...{ description: "", shareImage: null, icon: null, consentText: "", sections: [], pictures: [] },
};

function Known({ over }: { over: number }) {
  const known = usePage(recordID).data;
  const { save } = useSaveDraft();
  const sections = [emptySection("text", "text1")];
  return (
    <>
      <button type="button" onClick={() => void save({ recordID, version: over, sections })}>
        Save
      </button>
      <p role="status">{known && [known.version, known.publishStatus, known.title, known.sections.length].join(" ")}</p>
    </>
  );
}
const shown = () => screen.getByRole("status").textContent;

it("knows the version of a draft that saved itself: the settings can be saved next", async () => {
  const server = [answers(landingPages.info, page), answers(landingPages.edit, { version: 4 })];
  const { person } = show(<Known over={3} />, { server });
  await waitFor(() => expect(shown()).toBe("3 published  0"));
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(shown()).toBe("4 changed  1"));
});

it("reads a page again that is known as it was before somebody else's save", async () => {
  const server = [answers(landingPages.info, page), answers(landingPages.edit, { version: 5 })];
  const { person } = show(<Known over={4} />, { server });
  await waitFor(() => expect(shown()).toBe("3 published  0"));
  server[0] = answers(landingPages.info, { ...page, version: 5, title: "另一個" });
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(shown()).toBe("5 published 另一個 0"));
});
