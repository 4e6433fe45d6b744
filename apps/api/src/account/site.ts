/** The address of the developer page, as browsers and wallets name it. */

export interface Site {
  /** The value that browsers send as `Origin`. */
  readonly origin: string;
  /** The host that a wallet shows and compares with the page, with its port unless that is the default. */
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
