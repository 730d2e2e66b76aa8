import { expect, test } from "vitest";
import { type Conversion, eventBody } from "./event-body.ts";

const conversion: Conversion = {
  eventId: "0199c200-0000-7000-8000-000000000001",
  stage: "trialAttended",
  kind: "form",
  click: "12345678901234567",
  account: "",
  clickedAt: new Date("2026-11-20T00:00:00.123Z"),
  happenedAt: new Date("2026-11-21T00:00:00.900Z"),
  emailKey: " Amy@Example.com",
  phoneE164: "85261234567",
  paid: { currency: "HKD", amount: 3600 },
};
/** SHA-256 of amy@example.com and of 85261234567, made with another program. */
const hashes = {
  em: ["2869db370ff7c68b3752d21544dc7398ba49fda94f6bbb185261b126db6be479"],
  ph: ["5e217122d47cbd18ed8ade456d68c3c194de4d75aca6e4555694b8de4185bf83"],
};

test("a stage of a lead form contains Meta's lead id, and people only as hashes", () => {
  const body = eventBody(conversion);
  expect(body).toMatchObject({
    event_name: "Trial attended",
    event_id: conversion.eventId,
    event_time: 1_795_219_200,
    action_source: "system_generated",
    custom_data: { lead_event_source: "Homeroom", event_source: "crm" },
    user_data: { lead_id: "12345678901234567", ...hashes },
  });
  expect(JSON.stringify(body)).not.toMatch(/amy|5261234567/i);
});

test("a page's click is returned as fbc, with its time", () => {
  const { user_data: user } = eventBody({ ...conversion, kind: "page", click: "IwAR0x" });
  expect(user).toMatchObject({ fbc: "fb.1.1795132800123.IwAR0x" });
  expect(user).not.toHaveProperty("lead_id");
});

test("a message from an ad is an event of WhatsApp; a deal contains the paid amount", () => {
  const body = eventBody({ ...conversion, kind: "message", click: "ctwa", account: "77", stage: "deal" });
  expect(body).toMatchObject({
    event_name: "Purchase",
    action_source: "business_messaging",
    messaging_channel: "whatsapp",
    user_data: { ctwa_clid: "ctwa", whatsapp_business_account_id: "77" },
    custom_data: { value: 3600, currency: "HKD" },
  });
});
