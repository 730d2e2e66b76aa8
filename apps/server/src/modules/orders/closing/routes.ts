import { closing } from "@homeroom/contract/closing";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { closeDay } from "./actions/close-day.ts";
import { matchStatement } from "./actions/match-statement.ts";
import { readDay } from "./actions/read-day.ts";

export function bindClosingRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(closing.day, (form, { actor }) => readDay(db, actor, form));
  bind(closing.close, (form, { actor }) => closeDay(db, actor, form));
  bind(closing.match, (form, { actor, upload }) => matchStatement(db, actor, { ...form, upload }));
}
