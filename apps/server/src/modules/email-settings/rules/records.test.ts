import { expect, test } from "vitest";
import { checkDkim, checkDmarc, checkSpf } from "./records.ts";

const google = "_spf.google.com";

test.each([
  [null, "unknown", ""],
  [["google-site-verification=1"], "missing", "v=spf1 include:_spf.google.com ~all"],
  [["v=spf1 -all", "v=spf1 mx ~all"], "several", ""],
  [["v=spf1 include:_spf.google.com +all"], "open", "v=spf1 include:_spf.google.com ~all"],
  [["v=spf1 mx -all"], "providerMissing", "v=spf1 include:_spf.google.com mx -all"],
  [["V=SPF1 Include:_SPF.google.com -all"], "good", ""],
  [["v=spf10 mx -all"], "missing", "v=spf1 include:_spf.google.com ~all"],
])("SPF %j is %s", (texts, advice, proposal) => {
  expect(checkSpf(texts, google)).toMatchObject({ advice, proposal });
});

test("without a known provider any SPF record that is not open will do, and none is proposed", () => {
  expect(checkSpf(["v=spf1 mx ~all"], "")).toMatchObject({ advice: "good" });
  expect(checkSpf([], "")).toMatchObject({ advice: "missing", proposal: "" });
});

test.each([
  [[["v=DKIM1; k=rsa; p=MIGf"]], "good"],
  [[["p=MIGf"], []], "good"],
  [[["v=DKIM1; p="]], "uncertain"],
  [[[], null], "uncertain"],
  [[null, null], "unknown"],
  [[], "uncertain"],
])("DKIM %j is %s", (answers, advice) => {
  expect(checkDkim(answers)).toMatchObject({ advice });
});

test.each([
  [null, "unknown"],
  [[], "missing"],
  [["v=DMARC1; p=none"], "good"],
  [["v=DMARC1;p=Reject;sp=none"], "good"],
  [["v=DMARC1; p=maybe"], "invalid"],
  [["v=DMARC1; rua=mailto:a@b.test"], "invalid"],
  [["v=DMARC1; p=none", "v=DMARC1; p=reject"], "several"],
])("DMARC %j is %s", (texts, advice) => {
  expect(checkDmarc(texts)).toMatchObject({ advice });
});
