import type { BehaviourName } from "./behaviours.ts";
import { makeBusinessScopedId } from "./ids.ts";

export interface Customer {
  /** Key in the control API; does not change with the number. */
  id: string;
  name: string;
  /** Digits of the number (wa_id); absent if businesses see only the username. */
  phone?: string;
  /** Business-scoped user id. */
  userId: string;
  username?: string;
  online: boolean;
  behaviour?: BehaviourName;
  marketingStopped: boolean;
  /** ready: present from the start; made: by a person or a test; reached: the business wrote first; load: by a load run. */
  origin: "ready" | "made" | "reached" | "load";
}

export interface NewCustomer {
  name: string;
  phone?: string;
  userId?: string;
  username?: string;
  behaviour?: BehaviourName;
  origin?: Customer["origin"];
}

export interface PhoneBook {
  /** Everyone except the customers of load runs. */
  list(): Customer[];
  /** By id, number or business-scoped user id. */
  find(key: string): Customer | undefined;
  add(customer: NewCustomer): Customer;
  /** Meta issues a new business-scoped id with the new number. */
  changePhone(customer: Customer, phone: string, userId: string): void;
  remove(customer: Customer): void;
  clear(): void;
  restore(customers: readonly Customer[]): void;
}

/** Above this number, the oldest strangers are forgotten: a broadcast can reach a million. */
const MOST_REACHED = 2_000;

export function createPhoneBook(onForget: (customer: Customer) => void): PhoneBook {
  const byId = new Map<string, Customer>();
  const byPhone = new Map<string, Customer>();
  const byUserId = new Map<string, Customer>();
  const reached = new Set<Customer>();

  const put = (customer: Customer) => {
    byId.set(customer.id, customer);
    byUserId.set(customer.userId, customer);
    if (customer.phone !== undefined) byPhone.set(customer.phone, customer);
    if (customer.origin === "reached") reached.add(customer);
  };
  const remove = (customer: Customer) => {
    byId.delete(customer.id);
    byUserId.delete(customer.userId);
    if (customer.phone !== undefined && byPhone.get(customer.phone) === customer) byPhone.delete(customer.phone);
    reached.delete(customer);
    onForget(customer);
  };
  const forgetOldest = () => {
    if (reached.size <= MOST_REACHED) return;
    const [oldest] = reached;
    if (oldest !== undefined) remove(oldest);
  };

  return {
    list: () => [...byId.values()].filter((customer) => customer.origin !== "load"),
    find: (key) => byId.get(key) ?? byPhone.get(key) ?? byUserId.get(key),
    add(wanted) {
      const customer = toCustomer(wanted, (id) => byId.has(id));
      put(customer);
      forgetOldest();
      return customer;
    },
    changePhone(customer, phone, userId) {
      if (customer.phone !== undefined) byPhone.delete(customer.phone);
      byUserId.delete(customer.userId);
      customer.phone = phone;
      customer.userId = userId;
      put(customer);
    },
    remove,
    clear() {
      for (const customer of [...byId.values()]) remove(customer);
    },
    restore(customers) {
      for (const customer of customers) put(customer);
    },
  };
}

function toCustomer(wanted: NewCustomer, isTaken: (id: string) => boolean): Customer {
  const userId = wanted.userId ?? makeBusinessScopedId(wanted.phone);
  const key = wanted.phone ?? wanted.username ?? userId;
  return {
    id: isTaken(key) ? userId : key,
    name: wanted.name,
    userId,
    online: true,
    marketingStopped: false,
    origin: wanted.origin ?? "made",
    ...(wanted.phone === undefined ? {} : { phone: wanted.phone }),
    ...(wanted.username === undefined ? {} : { username: wanted.username }),
    ...(wanted.behaviour === undefined ? {} : { behaviour: wanted.behaviour }),
  };
}
