import { EmailContent, EmailTemplateForm } from "@homeroom/contract/email-templates";
import { expect, test } from "vitest";
import { emptyBlock, formValues, writtenSoFar } from "./email-form.ts";

test("a new template has no preview until something is written", () => {
  const values = formValues(null, "en");
  expect(writtenSoFar(values as Parameters<typeof writtenSoFar>[0])).toMatchObject({ subject: "…", blocks: [] });
});

test("written parts are shown while others are still empty", () => {
  const blocks = [
    { type: "text" as const, text: "Hello" },
    emptyBlock("button"),
    emptyBlock("image"),
    emptyBlock("divider"),
  ];
  const shown = EmailContent.parse(writtenSoFar({ ...formValues(null, "en"), subject: "Summer", blocks }));
  expect(shown.blocks).toEqual([{ type: "text", text: "Hello" }, { type: "divider" }]);
});

test("a new template is sent with its own id", () => {
  const [one, other] = [formValues(null, "en"), formValues(null, "en")];
  const sent = { ...one, name: "Summer", subject: "Summer", blocks: [{ type: "text", text: "Hello" }] };
  expect(EmailTemplateForm.parse(sent)).toMatchObject({ newID: expect.any(String) });
  expect(one).not.toMatchObject({ newID: (other as { newID?: string }).newID });
});
