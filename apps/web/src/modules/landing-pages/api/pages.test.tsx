// @vitest-environment happy-dom
import { landingPages } from "@homeroom/contract/landing-pages";
import { emptySection } from "@homeroom/contract/page-design/sections";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { pageInfo } from "../for-tests.ts";
import { usePage, useSaveDraft } from "./pages.ts";

const page = pageInfo();
const { recordID } = page;

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

it("has the version of an auto-saved draft, so that the settings can be saved next", async () => {
  const server = [answers(landingPages.info, page), answers(landingPages.edit, { version: 4 })];
  const { person } = show(<Known over={3} />, { server });
  await waitFor(() => expect(shown()).toBe("3 published  0"));
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(shown()).toBe("4 changed  1"));
});

it("refetches a page whose cached state is older than somebody else's save", async () => {
  const server = [answers(landingPages.info, page), answers(landingPages.edit, { version: 5 })];
  const { person } = show(<Known over={4} />, { server });
  await waitFor(() => expect(shown()).toBe("3 published  0"));
  server[0] = answers(landingPages.info, { ...page, version: 5, title: "另一個" });
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(shown()).toBe("5 published 另一個 0"));
});
