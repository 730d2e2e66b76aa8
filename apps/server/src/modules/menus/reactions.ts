import { reaction } from "#platform/outbox/events";
import { menusChanged } from "./events.ts";

/** A room of everybody who is signed in, whatever their organisation: the menu is one for all, and the message says nothing else. */
export const everybody = "menus";

/** Tells everybody to ask for the menu again. */
export const publishMenuChange = reaction({
  event: menusChanged,
  late: "everybody",
  sockets: () => [{ rooms: [everybody], event: "menus.changed", payload: {} }],
});
