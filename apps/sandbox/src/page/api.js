/** Calls of the control API. A refusal becomes an Error with the server's message. */
export async function call(method, path, body) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`/sandbox/api${path}`, {
    method,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    headers: body === undefined || isForm ? {} : { "content-type": "application/json" },
  });
  const result = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(result.error ?? `HTTP ${answer.status}`);
  return result;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const patch = (path, body) => call("PATCH", path, body);
export const remove = (path) => call("DELETE", path);
