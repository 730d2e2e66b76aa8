import type { Permission } from "@homeroom/contract/permissions";

interface Screen {
  needs: Permission;
  address: (subject: { id: string; name: string }) => string;
}

const account: Screen = { needs: "hr:staff:query", address: ({ id }) => `/staff/edit/${id}` };

/** Where a subject can be opened, by its type. */
const screens: Readonly<Record<string, Screen>> = {
  lead: { needs: "crm:lead:query", address: ({ id }) => `/lead/edit/${id}` },
  account,
  staff: account,
  order: {
    needs: "sale:order:query",
    address: ({ name }) => `/users/order?${new URLSearchParams({ order: name })}`,
  },
  role: { needs: "sys:role:query", address: ({ id }) => `/system/roleinfo/${id}` },
  department: {
    needs: "sys:dept:query",
    address: ({ name }) => `/system/dept?${new URLSearchParams({ keywords: name })}`,
  },
  channel: { needs: "org:whatsapp:query", address: () => "/organization/whatsapp" },
  lineChannel: { needs: "org:line:query", address: () => "/organization/line" },
  welcome: {
    needs: "org:welcome:query",
    address: ({ id }) => `/organization/line?${new URLSearchParams({ tab: "welcome", branch: id })}`,
  },
  landing: { needs: "ad:landing:query", address: ({ id }) => `/advert/landingpage/edit/${id}` },
  product: { needs: "sale:product:query", address: ({ id }) => `/system/fee?${new URLSearchParams({ product: id })}` },
  broadcastPlan: { needs: "bulk:plan:query", address: ({ id }) => `/admessage/plan/${id}` },
  receiptSetting: { needs: "org:pay:query", address: () => "/system/sys?tab=receipts" },
  paymentPlatform: { needs: "org:pay:query", address: () => "/system/sys?tab=pay" },
  emailSetting: { needs: "org:email:query", address: () => "/organization/email" },
  branch: { needs: "org:branch:query", address: () => "/system/branch" },
};

interface Subject {
  action: string;
  subject: { type: string; id: string; name: string };
}

/** Where what an entry is about can be opened by this reader; undefined when it is gone or they may not. */
export function subjectAddress({ action, subject }: Subject, can: (wanted: Permission) => boolean): string | undefined {
  const screen = screens[subject.type];
  if (!screen || subject.id === "" || action === "deleted" || !can(screen.needs)) return undefined;
  return screen.address(subject);
}
