import { autoLogin } from "@homeroom/contract/auto-login";
import { ownAccount } from "@homeroom/contract/own-account";
import { sessions } from "@homeroom/contract/sessions";
import { twoStep } from "@homeroom/contract/two-step";
import { picture } from "./picture.ts";
import { rowless, type Sample, type Samples, unsigned } from "./sample.ts";

/** For calls about the caller only; their walls are tested beside the module. */
const about = (request: object): Sample => ({ requests: () => [request], expect: "blank", walls: [] });
const nobodys = "0199a000-0000-7000-8000-000000000000";
const proof = { password: "Secret2026", code: "000000" };

export const ownAccountSamples: Pick<Samples, "sessions" | "autoLogin" | "twoStep" | "ownAccount"> = {
  sessions: {
    list: rowless(sessions.list, {}),
    end: about({ recordID: nobodys }),
    endOthers: about({}),
  },
  autoLogin: {
    logOn: unsigned,
    list: rowless(autoLogin.list, { pageSize: 100 }),
    accounts: rowless(autoLogin.accounts, {}),
    add: about({ accountID: nobodys, validMinutes: 60 }),
    revoke: about({ recordID: nobodys }),
  },
  twoStep: {
    info: rowless(twoStep.info, {}),
    start: rowless(twoStep.start, { password: "Secret2026" }),
    confirm: about({ code: "000000" }),
    renewCodes: about(proof),
    end: about(proof),
    reset: about({ recordsn: nobodys }),
  },
  ownAccount: {
    info: rowless(ownAccount.info, {}),
    edit: rowless(ownAccount.edit, { version: 1, nickname: "改名" }),
    uploadAvatar: rowless(ownAccount.uploadAvatar, {}, { file: picture }),
    saveLocale: rowless(ownAccount.saveLocale, { locale: "zh-tw" }),
    modifyPassword: about({ oldPassword: "Wrong2026", newPassword: "Secret2027" }),
    sendEmailCode: rowless(ownAccount.sendEmailCode, { email: "new@isolation.test" }),
    changeEmail: about({ email: "new@isolation.test", vCode: "123456", password: "Wrong2026" }),
  },
};
