import { z } from "zod";
import { defineEvent, reaction } from "#platform/outbox/events";

/** The menu of the whole product changed. */
export const menusChanged = defineEvent("menus.changed", z.object({}));

/** A room for all signed-in people of all organisations: the menu is shared, and the message contains nothing else. */
export const everybody = "menus";

/** Notifies everybody to reload the menu. */
export const publishMenuChange = reaction({
  event: menusChanged,
  late: "everybody",
  sockets: () => [{ rooms: [everybody], event: "menus.changed", payload: {} }],
});
