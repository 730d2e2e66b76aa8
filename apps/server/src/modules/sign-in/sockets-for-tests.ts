import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { socketPath } from "@homeroom/contract/sockets";
import { io, type Socket } from "socket.io-client";

/** A socket of a browser that does not reconnect by itself; `rightsReadMsAgo` as in the contract. */
export function connectTo(http: Server, accessToken: string, rightsReadMsAgo?: number): Socket {
  const { port } = http.address() as AddressInfo;
  const auth = { accessToken, rightsReadMsAgo };
  const options = { path: socketPath, auth, transports: ["websocket"], reconnection: false };
  return io(`http://127.0.0.1:${port}`, options);
}

/** Resolves with what the next such event brings. */
export function receivedBy(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve));
}
