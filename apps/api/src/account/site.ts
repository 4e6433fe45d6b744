/** Where the developer page is, as browsers and wallets name it. */

export interface Site {
  /** What browsers send as `Origin`. */
  readonly origin: string;
  /** What a wallet shows, and compares with the page that asks: a host, and a port where it is not the usual one. */
  readonly domain: string;
  readonly scheme: string;
  readonly page: string;
  readonly statement: string;
}

export function createSite(publicUrl: string): Site {
  const { origin, host, protocol } = new URL(publicUrl);
  return {
    origin,
    domain: host,
    scheme: protocol.slice(0, -1),
    page: `${publicUrl}/developer`,
    statement: 'Sign in to Mandate to manage your API keys. It costs nothing and moves nothing.',
  };
}
