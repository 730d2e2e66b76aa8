// @vitest-environment happy-dom
import { quickReplies, type ReplyGroup } from "@homeroom/contract/quick-replies";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { useReplyGroups, useReplyWrites } from "./api.ts";

const group = (name: string, at: number) => ({ recordID: `019aaaaa-0000-7000-8000-00000000000${at}`, name, sort: at });
const stored = [group("Prices", 1), group("Times", 2)] as unknown as ReplyGroup[];

function Groups() {
  const groups = useReplyGroups().data ?? [];
  const { sortGroups } = useReplyWrites();
  return (
    <>
      <p role="status">{groups.map(({ name }) => name).join()}</p>
      <button type="button" onClick={() => void sortGroups(groups.toReversed()).catch(() => undefined)}>
        turn round
      </button>
    </>
  );
}

const order = () => screen.getByRole("status").textContent;

async function turnRound(answer: Parameters<typeof show>[1]) {
  const { person, sentTo } = show(<Groups />, answer);
  await waitFor(() => expect(order()).toBe("Prices,Times"));
  await person.click(screen.getByText("turn round"));
  await waitFor(() => expect(sentTo(quickReplies.arrange)).toHaveLength(1));
  return sentTo;
}

it("shows a new order before the server has answered, and keeps it", async () => {
  const sentTo = await turnRound({
    server: [answers(quickReplies.groups, stored), answers(quickReplies.arrange, null)],
  });
  expect(order()).toBe("Times,Prices");
  expect(sentTo(quickReplies.arrange)).toEqual([{ ids: stored.map(({ recordID }) => recordID).toReversed() }]);
});

it("shows the old order again when the server refuses the new one", async () => {
  await turnRound({
    server: [answers(quickReplies.groups, stored), refuses(quickReplies.arrange, "PERMISSION_DENIED")],
  });
  await waitFor(() => expect(order()).toBe("Prices,Times"));
});
