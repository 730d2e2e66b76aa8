import { createStore } from "#platform/store.ts";

const asked = createStore(false);

/** Opens the tour of the product, or ends it. */
export const showTour = asked.set;

/** Whether the tour has been asked for. */
export const useTourAsked = asked.useValue;
