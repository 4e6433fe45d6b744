/** Changes, and the events that they are. What posts events is held to these. */
import { createDelegation, FULL_RIGHTS, parseAddress, rightsFromText, UNLIMITED } from '@mandate/core';
import type { LoggedChange } from '@mandate/store';

export const PUBLIC_URL = 'https://mandate.example';

interface WebhookCase {
  readonly name: string;
  readonly chainId: number;
  readonly logged: LoggedChange;
  /** The event as JSON, with every digit of its numbers. */
  readonly body: string;
}

const addressOf = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const [from, to, contract] = [addressOf('1'), addressOf('2'), addressOf('3')];
const parties = { from, to };
const transaction = `0x${'cd'.repeat(32)}` as const;
const rights = rightsFromText('vote');
const STAMP = '6b1e0a52-35a0-4c51-9a83-5a2c1b7c0f11';
const LOGGED = {
  ...{ number: 7, stamp: STAMP, undone: false, amountBefore: null, began: null, timestamp: 1_700_000_000 },
  at: { block: 19, log: 3, tx: transaction },
};
const PLACE = `"block":19,"log":3,"transaction":"${transaction}"`;
const TIME = '2023-11-14T22:13:20.000Z';
const PARTIES = `"from":"${from}","to":"${to}"`;
const QUERY = `to=${to}&from=${from}`;

export const WEBHOOK_EVENTS: readonly WebhookCase[] = [
  {
    name: 'a whole wallet is granted',
    chainId: 1,
    logged: {
      ...{ ...LOGGED, type: 'granted' },
      delegation: createDelegation({ ...parties, registry: 'v2', kind: 'all', rights: FULL_RIGHTS }),
    },
    body: `{"type":"delegation.granted","timestamp":"${TIME}","data":{"id":"1-${STAMP}","chainId":1,"change":"granted","undone":false,"registry":"v2","type":"ALL",${PARTIES},"contract":null,"tokenId":null,"rights":"${FULL_RIGHTS}","tokenType":null,"amount":null,"amountBefore":null,${PLACE},"timestamp":1700000000,"check":"${PUBLIC_URL}/registry/v2/check/all?${QUERY}&chainId=1&atBlock=19&proof=true"}}`,
  },
  {
    name: 'an amount changes, with the largest numbers',
    chainId: 8_453,
    logged: {
      ...{ ...LOGGED, type: 'amountChanged', amountBefore: 1n },
      delegation: createDelegation({
        ...{ ...parties, registry: 'v2', kind: 'erc1155', rights },
        ...{ contract, tokenId: UNLIMITED, amount: UNLIMITED - 1n },
      }),
    },
    body: `{"type":"delegation.changed","timestamp":"${TIME}","data":{"id":"8453-${STAMP}","chainId":8453,"change":"amountChanged","undone":false,"registry":"v2","type":"TOKEN",${PARTIES},"contract":"${contract}","tokenId":${UNLIMITED},"rights":"${rights}","tokenType":"ERC1155","amount":${UNLIMITED - 1n},"amountBefore":1,${PLACE},"timestamp":1700000000,"check":"${PUBLIC_URL}/registry/v2/check/erc1155?delegate=${to}&vault=${from}&contract=${contract}&tokenId=${UNLIMITED}&rights=${rights}&chainId=8453&atBlock=19&proof=true"}}`,
  },
  {
    name: 'a revocation of v1 is undone, at an unknown time',
    chainId: 1,
    logged: {
      ...{ ...LOGGED, type: 'revoked', undone: true, timestamp: null },
      delegation: createDelegation({ ...parties, registry: 'v1', kind: 'token', contract, tokenId: 7n }),
    },
    body: `{"type":"delegation.undone","timestamp":null,"data":{"id":"1-${STAMP}","chainId":1,"change":"revoked","undone":true,"registry":"v1","type":"TOKEN",${PARTIES},"contract":"${contract}","tokenId":7,"rights":null,"tokenType":null,"amount":null,"amountBefore":null,${PLACE},"timestamp":null,"check":"${PUBLIC_URL}/registry/v1/check/token?delegate=${to}&vault=${from}&contract=${contract}&tokenId=7&chainId=1&atBlock=19&proof=true"}}`,
  },
];
