/** Links that open a page in the browser of a wallet app. Each form is one that the wallet documents. */
interface WalletApp {
  readonly name: string;
  linkTo(page: URL): string;
}

const encode = (page: URL | string) => encodeURIComponent(String(page));

export const WALLET_APPS: readonly WalletApp[] = [
  // docs.metamask.io, “Use deeplinks”: the URL without its scheme. An encoded one opens an empty tab.
  {
    name: 'MetaMask',
    linkTo: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  // docs.cdp.coinbase.com, “Mobile dapp integration”. Coinbase Wallet is the Base app now.
  { name: 'Base', linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${encode(page)}` },
  // developer.trustwallet.com, “Deep linking”. 60 is Ethereum.
  {
    name: 'Trust Wallet',
    linkTo: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encode(page)}`,
  },
  // web3.okx.com, “App universal link”.
  {
    name: 'OKX Wallet',
    linkTo: (page) =>
      `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(page)}`)}`,
  },
];
