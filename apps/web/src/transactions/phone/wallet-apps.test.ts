import { expect, test } from 'vitest';
import { WALLET_APPS } from './wallet-apps.ts';

const page = new URL('https://mandate.example/grant?to=0x01&kind=all');

test('links of wallet apps open this page and its action', () => {
  expect(Object.fromEntries(WALLET_APPS.map(({ name, linkTo }) => [name, linkTo(page)]))).toEqual({
    MetaMask: 'https://link.metamask.io/dapp/mandate.example/grant?to=0x01&kind=all',
    Base: 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fmandate.example%2Fgrant%3Fto%3D0x01%26kind%3Dall',
    'Trust Wallet':
      'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fmandate.example%2Fgrant%3Fto%3D0x01%26kind%3Dall',
    'OKX Wallet':
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fmandate.example%252Fgrant%253Fto%253D0x01%2526kind%253Dall',
  });
});
