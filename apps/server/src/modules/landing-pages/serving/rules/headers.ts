const own = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** What tracking code may do besides: load and call others, as advertisers' tags do. */
const withTracking = {
  ...own,
  "script-src": "'self' 'unsafe-inline' https:",
  "style-src": "'unsafe-inline' https:",
  "img-src": "'self' data: https:",
  "connect-src": "'self' https:",
  "font-src": "https: data:",
  "frame-src": "https:",
};

const sandbox = "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/**
 * The content security policy of a page. Where pages have no origin of their own, the sandbox gives each one that nobody
 * shares: what runs in it reaches neither the web app's storage nor its calls.
 */
export function pagePolicy({ hasTracking, ownOrigin }: { hasTracking: boolean; ownOrigin: boolean }): string {
  const parts = Object.entries(hasTracking ? withTracking : own).map(([name, value]) => `${name} ${value}`);
  return [...parts, ...(ownOrigin ? [] : [sandbox])].join("; ");
}
