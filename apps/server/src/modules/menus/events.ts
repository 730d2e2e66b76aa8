import { z } from "zod";
import { defineEvent, reaction } from "#platform/outbox/events";

/** The menu of the whole product is no longer as it was. */
export const menusChanged = defineEvent("menus.changed", z.object({}));

/** A room of everybody who is signed in, whatever their organisation: the menu is one for all, and the message says nothing else. */
export const everybody = "menus";

/** Tells everybody to ask for the menu again. */
export const publishMenuChange = reaction({
  event: menusChanged,
  late: "everybody",
  sockets: () => [{ rooms: [everybody], event: "menus.changed", payload: {} }],
});
