/** Wallets that are contracts: what they signed, only the nodes of their chain can say. */
import {
  type LocalChain,
  prepareSigningWallet,
  type SigningWallet,
  startLocalChain,
} from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { type FakeNode, startFakeNode } from '@mandate/testing/chain/fake-node';
import { type Hex, numberToHex, padHex, serializeErc6492Signature } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWallet, type Wallet } from './testing/browser.ts';
import { type Stage, startStage } from './testing/stage.ts';

const CHAIN_ID = 31_337;
/** In the path of URLs: their operator would not want it to be seen. */
const WORD = 'paid-by-the-operator';
/** Nobody answers there. */
const DEAD = `http://127.0.0.1:1/${WORD}`;
const YES = padHex('0x1');

/** Starts a node that says yes to every call. */
const startLiar = (chainId: number) =>
  startFakeNode((calls) =>
    calls.map(({ id, method }) => ({ id, result: method === 'eth_chainId' ? numberToHex(chainId) : YES })),
  );

let chain: LocalChain;
let liar: FakeNode;
const liarUrl = () => `${liar.url}/${WORD}`;
const listAsked = () => liar.requests.flat().map(({ method }) => method);
let stage: Stage;
let salts = 0;

beforeAll(async () => {
  [chain, liar] = await Promise.all([startLocalChain({ chainId: CHAIN_ID }), startLiar(CHAIN_ID)]);
});
afterEach(() => stage.close());
afterAll(async () => {
  await liar.stop();
  await chain.stop();
});

async function serve(nodes: readonly string[], quorum?: number): Promise<void> {
  const { v2 } = chain.registries;
  const settings = { nodes, registries: { v2 }, ...(quorum ? { quorum } : {}) };
  stage = await startStage({ chains: { [CHAIN_ID]: settings } });
  stage.secrets.add(WORD);
}

const prepare = (owner: Wallet): Promise<SigningWallet> =>
  prepareSigningWallet(
    chain,
    parseAddress(owner.address),
    padHex(`0x${(++salts).toString(16)}`, { size: 32 }),
  );

/** The wallet at an address, for which somebody signs. */
const signedBy = (address: Hex, sign: Wallet['sign']): Wallet => ({ address, sign });

/** For a wallet that may not be there yet: how to make it goes along. */
const wrap = ({ address, factory, factoryData }: SigningWallet, owner: Wallet): Wallet => ({
  address,
  sign: async (message) =>
    serializeErc6492Signature({
      address: factory,
      data: factoryData,
      signature: await owner.sign(message),
    }),
});

const signIn = (wallet: Wallet) => stage.createBrowser().signIn(wallet, { chainId: CHAIN_ID });

const refused = (detail: string) => ({
  status: 401,
  body: { code: 'sign_in_refused', detail: expect.stringContaining(detail) },
});

describe('a smart-contract wallet', () => {
  it('signs in by what its contract says (EIP-1271)', async () => {
    await serve([chain.url]);
    const [owner, stranger] = [createWallet(), createWallet()];
    const wallet = await prepare(owner);
    await wallet.deploy();
    const answer = await signIn(signedBy(wallet.address, owner.sign));
    expect(answer.status).toBe(201);
    expect(parseAddress(answer.body.address)).toBe(wallet.address);

    const no = refused('not one of the wallet');
    expect(await signIn(signedBy(wallet.address, stranger.sign))).toMatchObject(no);
    expect(await signIn(signedBy(wallet.address, async () => '0x'))).toMatchObject(no);
    expect(await signIn(signedBy(wallet.address, async () => `0x${'ab'.repeat(300)}`))).toMatchObject(no);
    // An account's signature, where the message names another account.
    expect(await signIn(signedBy(stranger.address, owner.sign))).toMatchObject(no);
    expect(await signIn(signedBy(stranger.address, async () => `0x${'00'.repeat(65)}`))).toMatchObject(no);
  });

  it('signs in before it is there (EIP-6492), and with the same signature after', async () => {
    await serve([chain.url]);
    const [owner, stranger] = [createWallet(), createWallet()];
    const wallet = await prepare(owner);
    expect(await chain.client.getCode({ address: wallet.address })).toBeUndefined();
    expect((await signIn(wrap(wallet, owner))).status).toBe(201);
    const no = refused('not one of the wallet');
    expect(await signIn(wrap(wallet, stranger))).toMatchObject(no);
    expect(await signIn(signedBy(wallet.address, owner.sign))).toMatchObject(no);
    // A wallet of one's own, made on the way, is not the one that the message names.
    const own = await prepare(stranger);
    expect(await signIn({ ...wrap(own, stranger), address: wallet.address })).toMatchObject(no);
    expect(await chain.client.getCode({ address: wallet.address })).toBeUndefined();

    await wallet.deploy();
    expect((await signIn(wrap(wallet, owner))).status).toBe(201);
    expect(await signIn(wrap(wallet, stranger))).toMatchObject(no);
  });
});

it('is nobody on another chain than the one that speaks for contracts; an account is the same on all', async () => {
  const { v2 } = chain.registries;
  const other = { nodes: [chain.url], registries: { v2 } };
  stage = await startStage({ chains: { 1: { nodes: [DEAD] }, [CHAIN_ID]: other } });
  const owner = createWallet();
  const wallet = await prepare(owner);
  await wallet.deploy();
  expect(await signIn(signedBy(wallet.address, owner.sign))).toMatchObject(refused('sign in on Ethereum'));
  expect(await signIn(wrap(wallet, owner))).toMatchObject(refused('sign in on Ethereum'));
  expect((await signIn(owner)).status).toBe(201);
});

describe('nodes', () => {
  it('that agree sign a wallet in; one that lies signs nobody in', async () => {
    await serve([chain.url, liarUrl()]);
    const owner = createWallet();
    const wallet = await prepare(owner);
    await wallet.deploy();
    expect((await signIn(signedBy(wallet.address, owner.sign))).status).toBe(201);
    const forged = signedBy(wallet.address, createWallet().sign);
    expect(await signIn(forged)).toMatchObject(refused('not one of the wallet'));
    expect(listAsked()).toContain('eth_call');
  });

  it('that cannot be asked answer neither yes nor no', async () => {
    const [dead, password] = [
      'http://operator:dead-password@127.0.0.1:1/paid-by-the-operator',
      'dead-password',
    ];
    await serve([dead, liarUrl()]);
    for (const secret of [password, 'paid-by-the-operator', btoa(`operator:${password}`)])
      stage.secrets.add(secret);
    const account = createWallet();
    expect(await signIn(signedBy(account.address, createWallet().sign))).toMatchObject(
      refused('cannot verify a smart-contract wallet'),
    );
    // Nobody is asked about an account's own signature.
    const before = listAsked().length;
    expect((await signIn(account)).status).toBe(201);
    expect(listAsked()).toHaveLength(before);
  });

  it('are outvoted where enough others agree', async () => {
    // The same node by another name.
    const second = chain.url.replace('127.0.0.1', 'localhost');
    await serve([chain.url, second, DEAD, liarUrl()], 2);
    const owner = createWallet();
    const wallet = await prepare(owner);
    expect((await signIn(wrap(wallet, owner))).status).toBe(201);
    expect((await signIn(wrap(wallet, createWallet()))).status).toBe(401);
  });

  it('of another chain are not believed', async () => {
    const elsewhere = await startLiar(1);
    await serve([elsewhere.url]);
    expect(await signIn(signedBy(createWallet().address, createWallet().sign))).toMatchObject(
      refused('cannot verify a smart-contract wallet'),
    );
    await elsewhere.stop();
  });

  it('are not asked about signatures that would have them run more than a wallet', async () => {
    await serve([liarUrl()]);
    const before = listAsked().length;
    const erc8010: Hex = `0x${'ab'.repeat(65)}${'8010'.repeat(16)}`;
    expect(await signIn(signedBy(createWallet().address, async () => erc8010))).toMatchObject(
      refused('not one of the wallet'),
    );
    expect(listAsked()).toHaveLength(before);
  });
});
