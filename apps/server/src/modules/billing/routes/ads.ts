import { adServices, type ServiceRow } from "@homeroom/contract/ad-services";
import type { FileId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { fromMinor } from "@homeroom/contract/money";
import { fileAddresses, presentStoredPicture, storePicture } from "#modules/files/public";
import { requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { agreeService, serviceReport } from "../actions/ad-service.ts";
import { graphicPriceOf, orderAd, useAdBudget } from "../actions/order-ad.ts";
import { presentRow } from "../present.ts";
import { hasPaidForLeads, picturesOf, servicesOf } from "../queries/ad-services.ts";
import { balancesOf } from "../queries/ledger.ts";
import { sellerOf } from "../queries/orders.ts";
import { currencyOf } from "../queries/prices.ts";
import { adTitle } from "../rules/ad-title.ts";
import type { AdService } from "../writes/ad-service.ts";

/** Wide enough for every ad placement. */
const maxSide = 2048;

/** Ads that our people place for a centre. */
export function bindAdRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(adServices.offer, async (_request, { actor }) => {
    const scope = sharedScope(actor);
    const seller = await sellerOf(db);
    const offer = await inTransaction(db, scope, async (tx) => {
      const currency = await currencyOf(tx, scope);
      const graphic = await graphicPriceOf(tx, scope, currency);
      const budget = (await balancesOf(tx, scope))("adBudget", "available");
      return {
        currency,
        isFirst: !(await hasPaidForLeads(tx, scope)),
        graphicPrice: graphic && fromMinor(graphic.amount_minor, currency),
        adBudget: fromMinor(budget, currency),
      };
    });
    return { ...offer, canBuy: seller !== null && seller !== actor.organizationId };
  });
  bind(adServices.topUp, async (form, { actor, header, language }) => {
    const { order } = await orderAd(db, actor, form, header("idempotency-key"));
    const { recordID, orderID, amount, currency, expireTime, payUrl } = presentRow(platform, order, language);
    return { recordID, orderID, amount, currency, expireTime, payUrl };
  });
  bind(adServices.useBudget, (form, { actor, header }) => useAdBudget(db, actor, form, header("idempotency-key")));
  bind(adServices.uploadImage, async (_request, { actor, upload }) => {
    requirePermission(actor, "ad:topup:add");
    const file = await storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
    return presentStoredPicture(platform, file);
  });
  bind(adServices.list, ({ pageNum, pageSize }, { actor, language }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { services, total } = await servicesOf(tx, scope, { pageNum, pageSize });
      const addresses = await fileAddresses(platform)(tx, scope, picturesOf(services));
      const list = services.flatMap((service) => presentService(service, addresses, language) ?? []);
      return { list, total, pageNum, pageSize };
    });
  });
  bind(adServices.agree, ({ recordID }, { actor }) => agreeService(db, actor, recordID));
  bind(adServices.report, ({ recordID }, { actor, language }) =>
    serviceReport(db, actor, { serviceId: recordID, language }),
  );
}

function presentService(
  service: AdService,
  addresses: ReadonlyMap<FileId, string>,
  language: Language,
): ServiceRow | null {
  const { status, type, currency } = service;
  if (!status) return null;
  const moment = (value: Date | null) => value?.toISOString() ?? null;
  return {
    recordID: service.service_id,
    productName: adTitle(type, language),
    type,
    amount: fromMinor(service.amount_minor, currency),
    currency,
    text: service.text,
    images: service.image_file_ids.map((fileID) => ({ fileID, url: addresses.get(fileID) ?? null })),
    status,
    startTime: moment(service.started_at),
    endTime: moment(service.ended_at),
    agreeTime: moment(service.agreed_at),
    hasReport: service.reported_at !== null,
    reportDate: moment(service.reported_at),
    createTime: service.created_at.toISOString(),
  };
}
