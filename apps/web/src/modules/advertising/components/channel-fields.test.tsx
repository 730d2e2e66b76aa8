// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { screen } from "@testing-library/react";
import { Form, type FormInstance } from "antd";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { ChannelFields } from "./channel-fields.tsx";

const id = (number: number) => RecordId.parse(`019a0000-0000-7000-8000-00000000000${number}`);
const [google, search, walkIn] = [id(1), id(2), id(3)];
const channel = (recordID: RecordId, name: string) => ({ recordID, name, isDefault: false });
const channels = answers(media.channels, [
  { ...channel(google, "Google"), children: [channel(search, "Search")] },
  { ...channel(walkIn, "Walk-in"), children: [] },
]);

it("forgets the second channel when another channel is chosen", async () => {
  let form: FormInstance | undefined;
  function Fields() {
    [form] = Form.useForm();
    return (
      <Form form={form} initialValues={{ channelID: google, secondaryChannelID: search }}>
        <ChannelFields />
      </Form>
    );
  }
  const { person } = show(<Fields />, { server: [channels] });
  await screen.findByText("Search");
  await person.click(screen.getByRole("combobox", { name: "Channel" }));
  await person.click(await screen.findByText("Walk-in"));
  expect(form?.getFieldsValue(true)).toEqual({ channelID: walkIn, secondaryChannelID: null });
});
