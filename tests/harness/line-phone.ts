/** Plays somebody who writes to the demo's LINE account, over the sandbox's control API. */
export async function linePhone(sandboxUrl: string, name: string) {
  const api = async <Result>(method: string, path: string, body: object = {}): Promise<Result> => {
    const answer = await fetch(`${sandboxUrl}/sandbox/line/api${path}`, {
      method,
      ...(method === "POST" && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Result;
  };
  const { userId } = await api<{ userId: string }>("POST", "/people", { name });
  return {
    name,
    follow: () => api("POST", `/people/${userId}/follow`),
    write: (text: string) => api("POST", `/people/${userId}/messages`, { type: "text", text }),
    /** The texts on the phone, in order, and who wrote each. */
    chat: async () =>
      (
        await api<{ messages: { from: "person" | "account" | "system"; body: { text?: string } }[] }>(
          "GET",
          `/people/${userId}/messages`,
        )
      ).messages.map(({ from, body }) => ({ from, text: body.text ?? "" })),
  };
}
