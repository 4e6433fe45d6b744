/** Transactions in trouble: the page says what happened, what is true now, and what to do. */
import { encodeGrant, type LocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { type ActingWallet, createActingWallet, openWithActingWallet } from './page-wallet.ts';
import { PHONE } from './site.ts';

type Hex = `0x${string}`;

/** Longer than a transaction is missed before it counts as dropped, and than the pause between two looks. */
const LATER_MS = 40_000;
const FAST_FEE = { gasPrice: '0x77359400' };

let world: ActingWorld;
beforeAll(async () => {
  world = await startActingWorld();
});
afterAll(() => world?.close());
afterEach(() => world.site.closePages());

let vaults = 0;
const to = parseAddress('0x00000000000000000000000000000000000e0407');

interface Journey {
  readonly page: Page;
  readonly wallet: ActingWallet;
  readonly chain: LocalChain;
  readonly vault: ReturnType<typeof parseAddress>;
  /** The calldata of the grant. */
  readonly data: Hex;
  press(name: string): Promise<void>;
  /** Waits until the page says this of the transaction. */
  hear(...words: string[]): Promise<void>;
  /** Lets time pass until the page says this. */
  hearLater(...words: string[]): Promise<void>;
  /** Asks the service whether the grant stands. */
  check(): Promise<unknown>;
}

/** Opens the grant page with a wallet that nobody used before, up to the button that signs. */
async function begin(chainId = 1): Promise<Journey> {
  vaults++;
  const vault = parseAddress(`0x${(0xdc0000 + vaults).toString(16).padStart(40, '0')}`);
  const chain = world.chains.find((each) => each.chainId === chainId) ?? world.chains[0];
  await chain.client.setBalance({ address: vault, value: 10n ** 20n });
  const wallet = createActingWallet(vault);
  const url = `${world.url}/grant?chain=${chainId}&registry=v2&kind=all&from=${vault}&to=${to}`;
  const page = await openWithActingWallet(world, 'about:blank', wallet);
  await page.clock.install();
  await page.goto(url);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Review');
  await press('Connect Test Wallet');
  const delegation = { registry: 'v2', kind: 'all', from: vault, to, rights: FULL_RIGHTS } as const;
  return {
    page,
    wallet,
    chain,
    vault,
    data: encodeGrant(createDelegation({ ...delegation, contract: to, tokenId: 0n, amount: 0n })),
    press,
    async hear(...words) {
      for (const text of words) {
        await page.getByRole('status').filter({ hasText: text }).first().waitFor();
      }
    },
    async hearLater(...words) {
      const texts = async () => {
        await page.clock.fastForward(LATER_MS);
        return (await page.getByRole('status').allInnerTexts()).join(' ');
      };
      for (const text of words) await expect.poll(texts).toContain(text);
    },
    async check() {
      const query = `chainId=${chainId}&to=${to}&from=${vault}`;
      return (await fetch(`${world.url}/registry/v2/check/all?${query}`)).json();
    },
  };
}

/** Sends without mining: the transaction waits. */
const leaveWaiting = (chain: LocalChain, transaction: Parameters<LocalChain['send']>[0]) =>
  chain.send(transaction);

const ask = <T>(chain: LocalChain, method: string, params: unknown[]) =>
  chain.client.request({ method, params } as never) as Promise<T>;

/** Sends a transaction in the place of the one that waits. */
async function replace({ chain, vault }: Journey, fields: { to: Hex; data: Hex }): Promise<Hex> {
  const nonce = `0x${(await chain.client.getTransactionCount({ address: vault })).toString(16)}`;
  return ask(chain, 'eth_sendTransaction', [{ from: vault, nonce, gas: '0x100000', ...FAST_FEE, ...fields }]);
}

test('a declined signature changes nothing, and the next attempt succeeds', async () => {
  const { wallet, press, hear, check } = await begin();
  wallet.isRejecting = true;
  await press('Grant on Ethereum');
  await hear('You declined the transaction. Nothing was changed. You can try again.');
  expect(await check()).toBe(false);
  expect(wallet.signed).toEqual([]);

  wallet.isRejecting = false;
  await press('Try again');
  await hear('Done: the service confirms it.', 'It is granted.');
  expect(await check()).toBe(true);
});

test('a reverted transaction has cost its fee and changed nothing', async () => {
  const { wallet, press, hear, check } = await begin();
  wallet.send = async (chain, { from, to: registry, data }) => {
    const poor = { from, to: registry, data, gas: '0x7530', gasPrice: '0x0' };
    const hash = await ask<Hex>(chain, 'eth_sendTransaction', [poor]);
    await chain.client.mine({ blocks: 1 });
    return hash;
  };
  await press('Grant on Ethereum');
  await hear('The transaction failed.', 'the fee is spent and nothing was changed');
  expect(await check()).toBe(false);
});

test('a dropped transaction is named, and can be sent again', async () => {
  const journey = await begin();
  const { wallet, chain, press, hear, hearLater, check } = journey;
  let hash: Hex = '0x';
  wallet.send = async (of, transaction) => {
    hash = await leaveWaiting(of, transaction);
    return hash;
  };
  await press('Grant on Ethereum');
  await hear('Sent, waiting for a block.');
  await ask(chain, 'anvil_dropTransaction', [hash]);
  await hearLater('The transaction was dropped.', 'Nothing was changed. You can try again');
  expect(await check()).toBe(false);

  wallet.send = createActingWallet('').send;
  await press('Try again');
  await hear('Done: the service confirms it.');
  expect(await check()).toBe(true);
});

test('a transaction that was sped up is followed under its new hash', async () => {
  const journey = await begin();
  const { page, wallet, chain, press, hear, check, data } = journey;
  wallet.send = leaveWaiting;
  await press('Grant on Ethereum');
  await hear('Sent, waiting for a block.');
  const hash = await replace(journey, { to: chain.registries.v2, data });
  await chain.mine();
  await hear('Done: the service confirms it.');
  expect(await page.locator('.step-list').innerHTML()).toContain(hash.slice(-4));
  expect(await check()).toBe(true);
});

test('a transfer to itself cancels the transaction', async () => {
  const journey = await begin();
  const { wallet, chain, press, hear, check, vault } = journey;
  wallet.send = leaveWaiting;
  await press('Grant on Ethereum');
  await hear('Sent, waiting for a block.');
  const by = await replace(journey, { to: vault, data: '0x' });
  await chain.mine();
  await hear(
    'The transaction was cancelled.',
    `Another transaction of your wallet took its place (${by.slice(0, 6)}…${by.slice(-4)}). Nothing was changed.`,
  );
  expect(await check()).toBe(false);
});

test('a wallet that stays on another chain sends nothing', async () => {
  const { page, wallet, press, hear, check } = await begin(137);
  wallet.staysOnChain = true;
  await page.getByText('It will ask to switch to Polygon').waitFor();
  await press('Grant on Polygon');
  await hear('Your wallet is not on Polygon. Switch it to Polygon, then try again. Nothing was changed.');
  expect(wallet.signed).toEqual([]);

  wallet.staysOnChain = false;
  await press('Try again');
  await hear('Done: the service confirms it.');
  expect(await check()).toBe(true);
});

test('a reorg takes the grant back, and the page says so', async () => {
  const { page, press, hear, hearLater, check, chain } = await begin();
  await press('Grant on Ethereum');
  await hear('Done: the service confirms it.', 'this page watches and says so if the chain takes it back');
  expect(await check()).toBe(true);
  const block = await chain.client.getBlockNumber();

  await chain.reorg(1);
  await world.catchUp();
  expect(await check()).toBe(false);
  await hearLater(
    'The chain took it back.',
    `A reorganization removed block ${block}, and the change with it. If it does not come back in a new block, try again.`,
  );
  expect(await page.getByText('It is granted.').count()).toBe(0);

  await press('Try again');
  await hear('Done: the service confirms it.');
  await chain.mine(8);
  await hearLater('is safe.');
});

test('a link to a chain that the service does not know ends in words', async () => {
  const vault = '0x0000000000000000000000000000000000dc0005';
  const url = `${world.url}/grant?chain=5&registry=v2&kind=all&from=${vault}&to=${to}`;
  const page = await world.site.open(url);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'The service knows no v2 registry on chain 5. Choose another chain' })
    .waitFor();
  expect(await page.getByRole('button', { name: /^Connect Test|^Grant on/ }).count()).toBe(0);
});

test('a registry and a node that only the service names are shown in full', async () => {
  const vault = '0x0000000000000000000000000000000000dc0006';
  const registry = '0x00000000000000447E69651D841bD8D104bEd494';
  const node = 'https://node.example/of-the-service';
  const page = await openWithActingWallet(world, 'about:blank', createActingWallet(vault), {
    viewport: PHONE,
  });
  await page.route('**/networks', async (route) => {
    const response = await route.fetch();
    const { networks } = (await response.json()) as { networks: object[] };
    const registries = { v1: null, v2: registry };
    const local = { ...networks[0], chainId: 31_337, name: 'Local', registries, publicNode: node };
    await route.fulfill({ response, json: { networks: [...networks, local] } });
  });
  await page.goto(`${world.url}/grant?chain=31337&from=${vault}&to=${to}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
  await page.getByText(`The service names ${registry} as v2`).waitFor();
  await page.getByText(`with the node that the service names, ${node}`).waitFor();
  expect(await world.site.listViolations(page)).toEqual([]);
});

test('the service does not scale an amount', async () => {
  const vault = '0x0000000000000000000000000000000000dc0007';
  const contract = '0xc0ffee0000000000000000000000000000000006';
  // Returns 6 to every call.
  await world.chains[0].client.setCode({ address: contract, bytecode: '0x60065f5260205ff3' });
  const page = await openWithActingWallet(world, 'about:blank', createActingWallet(vault));
  let decimals = 6;
  await page.route('**/names?*', async (route) => {
    const response = await route.fetch();
    const { addresses, resolved } = (await response.json()) as { addresses: object[]; resolved: null };
    const token = { standard: 'ERC20', name: 'Coin', symbol: 'COIN', decimals };
    const json = { addresses: addresses.map((each) => ({ ...each, contract: token })), resolved };
    await route.fulfill({ response, json });
  });
  const url = `${world.url}/grant?kind=erc20&contract=${contract}&to=${to}&from=${vault}&amount=1500000`;
  const amount = page.getByLabel('Amount', { exact: true });
  await page.goto(url);
  await page.getByText('In the smallest unit of the token').waitFor();
  expect(await amount.inputValue()).toBe('1500000');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
  await page.getByText('In COIN, with up to 6 decimals.').waitFor();
  expect(await amount.inputValue()).toBe('1.5');

  decimals = 18;
  // The wallet of the last visit is connected again.
  await page.goto(url);
  await page.getByText('disagree about the decimals of this token').waitFor();
  expect(await amount.count()).toBe(0);
});
