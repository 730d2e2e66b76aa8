export { useAddItem, useItems, useLeadChannels } from "./api.ts";
export { ChannelFields } from "./components/channel-fields.tsx";
