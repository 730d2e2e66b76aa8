import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import type { TemplateToReview } from "#modules/message-templates/port";
import { type GraphServer, graphError, json, startGraphServer } from "./graph-for-tests.ts";
import { rejectReason, reviewStatus, whatsappTemplates } from "./templates.ts";

const token = "EAAB-token-of-the-test";
const channel: ChannelAccess = {
  externalId: "100",
  settings: { businessAccountId: "900", appId: "700" },
  secrets: { accessToken: token },
};
const template: TemplateToReview = {
  name: "course_notice",
  language: "zh_TW",
  category: "utility",
  content: {
    type: "none",
    header: "",
    headerSample: "",
    body: "您好，課程已經排好了。",
    variables: [],
    footer: "",
    buttons: [],
  },
  picture: null,
};
const pictured: TemplateToReview = {
  ...template,
  content: { ...template.content, type: "image" },
  picture: { bytes: Buffer.from("a picture"), contentType: "image/png", fileName: "旗 子.png" },
};

describe("templates at WhatsApp", () => {
  let graph: GraphServer;
  const reviewer = () => whatsappTemplates(graph.url);

  beforeEach(async () => {
    graph = await startGraphServer();
  });
  afterEach(() => graph.close());

  const failure = async (work: Promise<unknown>): Promise<ProviderFailure> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProviderFailure)) throw new Error("It did not fail as a provider does", { cause: error });
    return error;
  };

  it("are submitted with their category in capitals, which WhatsApp can change", async () => {
    graph.answer((_request, response) => json(response, 200, { id: "5", status: "PENDING", category: "MARKETING" }));
    expect(await reviewer().submit(channel, template)).toEqual({ id: "5", status: "pending", category: "marketing" });
    expect(graph.seen[0]).toMatchObject({ method: "POST", url: "/v23.0/900/message_templates" });
    expect(JSON.parse(graph.seen[0]?.body ?? "")).toEqual({
      name: "course_notice",
      language: "zh_TW",
      category: "UTILITY",
      components: [{ type: "BODY", text: template.content.body }],
    });
  });

  it("upload their picture in a separate session before they are submitted", async () => {
    graph.answer(({ url }, response) => {
      if (url.includes("/uploads?")) return json(response, 200, { id: "upload:abc=" });
      if (url.includes("upload:")) return json(response, 200, { h: "4::handle" });
      return json(response, 200, { id: "5", status: "PENDING" });
    });
    await reviewer().submit(channel, pictured);
    const [session, bytes, made] = graph.seen;
    expect(new URL(session?.url ?? "", graph.url).searchParams.get("file_length")).toBe("9");
    expect(session?.url).toContain("/700/uploads?file_name=%E6%97%97+%E5%AD%90.png");
    expect(bytes).toMatchObject({ url: "/v23.0/upload:abc=", body: "a picture" });
    expect(bytes?.headers).toMatchObject({ authorization: `OAuth ${token}`, file_offset: "0" });
    expect(JSON.parse(made?.body ?? "").components[0]).toEqual({
      type: "HEADER",
      format: "IMAGE",
      example: { header_handle: ["4::handle"] },
    });
  });

  it("do not follow an upload session to an invalid path", async () => {
    graph.answer((_request, response) => json(response, 200, { id: "upload:../../me" }));
    expect((await failure(reviewer().submit(channel, pictured))).error.class).toBe("retryable");
    expect(graph.seen).toHaveLength(1);
  });

  it("report a refused upload without the token", async () => {
    graph.answer(({ url }, response) =>
      url.includes("/uploads?")
        ? json(response, 200, { id: "upload:abc" })
        : json(response, 401, graphError(190, { message: `Bad token ${token}` })),
    );
    const { error } = await failure(reviewer().submit(channel, pictured));
    expect(error).toMatchObject({ class: "reauthorise", reason: "tokenExpired", stops: "channel" });
    expect(error.detail).not.toContain(token);
  });

  it.each([
    ["There is already Chinese (TAI) content for this template", "exists"],
    ["There is already content in this language", "exists"],
    ["Invalid parameter", "100"],
  ])("tell %j apart", async (message, code) => {
    graph.answer((_request, response) => json(response, 400, graphError(100, { message })));
    expect((await failure(reviewer().submit(channel, template))).error.code).toBe(code);
  });

  it("are listed over all pages, or exactly by name", async () => {
    const one = {
      language: "zh_TW",
      category: "UTILITY",
      status: "APPROVED",
      components: [{ type: "BODY", text: "好" }],
    };
    graph.answer(({ url }, response) =>
      url.includes("after=next")
        ? json(response, 200, { data: [{ ...one, id: "2", name: "course_notice" }, { id: "3" }] })
        : json(response, 200, {
            data: [{ ...one, id: "1", name: "course_notice_old", status: "REJECTED", rejected_reason: "SCAM" }],
            paging: { cursors: { after: "next" }, next: "http://elsewhere.example/" },
          }),
    );
    const all = await reviewer().list(channel);
    expect(all.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ["1", "rejected", "scam"],
      ["2", "approved", null],
    ]);
    expect((await reviewer().list(channel, "course_notice")).map(({ id }) => id)).toEqual(["2"]);
    expect(graph.seen.every(({ url }) => url.startsWith("/v23.0/900/message_templates?"))).toBe(true);
  });

  it("have a category and parts that we support, or are marked as unsupported", async () => {
    const data = [
      { id: "1", name: "code", language: "zh_TW", category: "AUTHENTICATION", status: "APPROVED", components: [] },
    ];
    graph.answer((_request, response) => json(response, 200, { data }));
    expect(await reviewer().list(channel)).toMatchObject([{ category: null, content: null }]);
  });

  it("are removed one language at a time; one that is not there is removed", async () => {
    graph.answer((_request, response) =>
      json(response, 400, graphError(100, { message: "Message template not found" })),
    );
    await reviewer().remove(channel, { id: "5", name: "course_notice" });
    expect(graph.seen[0]).toMatchObject({
      method: "DELETE",
      url: "/v23.0/900/message_templates?name=course_notice&hsm_id=5",
    });
    graph.answer((_request, response) => json(response, 400, graphError(10)));
    expect((await failure(reviewer().remove(channel, { id: "5", name: "a" }))).error.reason).toBe("permissionMissing");
  });

  it("are not queried with an id of something else", async () => {
    expect((await failure(reviewer().revise(channel, "5/../me", template))).error.reason).toBe("badRequest");
    expect(graph.seen).toEqual([]);
  });
});

describe("WhatsApp's reasons", () => {
  it.each([
    ["APPROVED", "approved"],
    ["approved", "approved"],
    ["REINSTATED", "approved"],
    ["PENDING", "pending"],
    ["IN_APPEAL", "pending"],
    ["REJECTED", "rejected"],
    ["PAUSED", "paused"],
    ["DISABLED", "disabled"],
    ["PENDING_DELETION", "gone"],
    ["constructor", "pending"],
    ["", "pending"],
  ])("%j is %s", (told, status) => expect(reviewStatus(told)).toBe(status));

  it.each([
    ["INVALID_FORMAT", "invalidFormat"],
    ["NONE", null],
    [undefined, null],
    ["SOMETHING_NEW", "other"],
    ["toString", "other"],
  ])("%j is the reason %s", (told, reason) => expect(rejectReason(told)).toBe(reason));
});
