import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** The menu of the whole product is no longer as it was. */
export const menusChanged = defineEvent("menus.changed", z.object({}));
