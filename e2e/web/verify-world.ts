/** A revoked delegation, and the ways in which a service may lie that it still stands. */
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { collectProof } from '@mandate/proof';
import type { ProofPart, ProvenCheck } from '@mandate/sdk/proof';
import { type Lie, withParameters } from '@mandate/testing/service/lying-service';
import { numberToHex } from 'viem';
import { startWebService } from './service.ts';

const address = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
export const [VAULT, HOT] = [address('c01d'), address('407')];
const [OTHER_VAULT, OTHER_HOT] = [address('c01e'), address('408')];
const OWN_REGISTRY = address('bad0bad0');
const TWO_HOURS_S = 7_200;

const grant = (from = VAULT, to = HOT) =>
  createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS });

/** Each way to lie, with the part of the proof that gives it away. */
type Lies = Readonly<Record<string, readonly [lie: Lie, part: ProofPart | null]>>;

export type VerifyWorld = Awaited<ReturnType<typeof startVerifyWorld>>;

/** Two hours ago the vault delegated, and now it has revoked. On the liar's own chain it has not. */
export async function startVerifyWorld(webDir: string) {
  const now = Math.floor(Date.now() / 1_000);
  const startsAt = [now - TWO_HOURS_S, now - TWO_HOURS_S + 1] as const;
  const [chain, ownChain] = await Promise.all([
    startLocalChain({ chainId: 1, startsAt }),
    startLocalChain({ chainId: 1 }),
  ]);
  await deployOwnRegistry(chain);
  const [service, ownService] = await Promise.all([
    startWebService(chain, { webDir, publicNode: chain.url }),
    startWebService(ownChain, {}),
  ]);
  await ownService.grant([grant()]);
  await chain.send({ from: VAULT, to: OWN_REGISTRY, data: encodeGrant(grant()) });
  await service.grant([grant(), grant(OTHER_VAULT, OTHER_HOT)]);
  const grantedAt = Number(await chain.client.getBlockNumber());
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await service.revoke([grant()]);
  return {
    chain,
    service,
    lies: listLies({ chain, ownUrl: ownService.url, grantedAt }),
    async close() {
      await Promise.all([service.close(), ownService.close()]);
      await Promise.all([chain.stop(), ownChain.stop()]);
    },
  };
}

/** Puts a copy of the registry at another address. The node needs a block after that: it changes the state of the last one. */
async function deployOwnRegistry({ client, registries, mine }: LocalChain): Promise<void> {
  const bytecode = await client.getCode({ address: registries.v2 });
  if (!bytecode) throw new Error('The registry has no code.');
  await client.setCode({ address: OWN_REGISTRY, bytecode });
  await mine();
}

interface LieOptions {
  readonly chain: LocalChain;
  /** The service of the liar's own chain. */
  readonly ownUrl: string;
  /** The block in which the delegation began. */
  readonly grantedAt: number;
}

function listLies({ chain, ownUrl, grantedAt }: LieOptions): Lies {
  const atGrant = (path: URL) => withParameters(path, { atBlock: String(grantedAt) });
  const askOwn = async (path: URL) => fetch(new URL(path.pathname + path.search, ownUrl));
  /** Without a proof, the service says what it said two hours ago, as if it were new. */
  const lie = (prove: Lie): Lie => {
    return async (path, ask) => {
      if (path.searchParams.get('proof') === 'true') return prove(path, ask);
      const [past, now] = await Promise.all([ask(atGrant(path)), ask(path)]);
      // Only explained answers name their block in the body.
      const [said, { block }] = (await Promise.all([past.json(), now.json()])) as [
        object,
        { block?: object },
      ];
      return Response.json(block ? { ...said, block } : said, { headers: now.headers });
    };
  };
  /** Changes the proof that the registry never granted, or one that it did in the past or on another chain. */
  const forge = (edit: (now: ProvenCheck, past: ProvenCheck, own: ProvenCheck) => ProvenCheck): Lie => {
    return lie(async (path, ask) => {
      const replies = await Promise.all([ask(atGrant(path)), askOwn(path)]);
      const [past, own] = (await Promise.all(replies.map((reply) => reply.json()))) as ProvenCheck[];
      if (!past || !own) throw new Error('There is nothing to forge a proof from.');
      const now = (await (await ask(path)).json()) as ProvenCheck;
      return writeProof(edit(now, past, own));
    });
  };

  return {
    'a flipped answer': [forge((now) => ({ ...now, value: true })), 'answer'],
    'flipped storage': [
      forge((now, past) => ({ ...now, value: true, proof: { ...now.proof, slots: past.proof.slots } })),
      'storage',
    ],
    'a proof of another question': [
      lie((path, ask) => ask(withParameters(path, { from: OTHER_VAULT, to: OTHER_HOT }))),
      'slots',
    ],
    'a stale block': [lie((path, ask) => ask(atGrant(path))), 'age'],
    'a stale block with a new time': [
      forge((now, past) => ({ ...past, block: { ...past.block, timestamp: now.block.timestamp } })),
      'header',
    ],
    'a stale state in a new block': [forge((now, past) => ({ ...past, block: now.block })), 'account'],
    'another chain': [lie(askOwn), 'anchor'],
    'the header of another chain': [
      forge((now, _, own) => ({ ...own, block: { ...now.block, header: own.block.header } })),
      'header',
    ],
    'forged nodes': [forge((now) => ({ ...now, value: true, proof: forgeNode(now.proof) })), 'storage'],
    'a registry of its own': [
      lie((path, ask) => proveOwnRegistry(path, ask, chain, OWN_REGISTRY)),
      'account',
    ],
    'a registry of its own under the name of the other': [
      lie((path, ask) => proveOwnRegistry(path, ask, chain, chain.registries.v2)),
      'account',
    ],
    'no proof': [
      lie(async () => new Response('true', { headers: { 'content-type': 'application/json' } })),
      null,
    ],
  };
}

/** Writes an answer with a proof and the headers of its block, as the service does. */
function writeProof(proven: ProvenCheck): Response {
  const { number, hash, timestamp } = proven.block;
  return new Response(JSON.stringify(proven), {
    headers: {
      'content-type': 'application/json',
      'x-chain-id': '1',
      'x-block-number': String(number),
      'x-block-hash': hash,
      'x-block-timestamp': String(timestamp),
    },
  });
}

/** Changes one bit of the last node. */
function forgeNode(proof: ProvenCheck['proof']): ProvenCheck['proof'] {
  const [last = '0x', ...others] = proof.nodes.toReversed();
  const forged = `${last.slice(0, -1)}${(Number.parseInt(last.slice(-1), 16) ^ 1).toString(16)}` as const;
  return { ...proof, nodes: [...others.toReversed(), forged as `0x${string}`] };
}

/** Proves the same words in another contract. */
async function proveOwnRegistry(
  path: URL,
  ask: (path: URL) => Promise<Response>,
  { client }: LocalChain,
  registry: `0x${string}`,
): Promise<Response> {
  const { block, proof } = (await (await ask(path)).json()) as ProvenCheck;
  const slots = proof.slots.map(({ slot }) => slot);
  const found = await client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: 'eth_getProof',
    params: [OWN_REGISTRY, slots, `0x${block.number.toString(16)}`],
  });
  const { nodes, values } = collectProof(found, slots);
  const words = slots.map((slot, i) => ({ slot, value: numberToHex(values[i] ?? 0n, { size: 32 }) }));
  return writeProof({ value: true, block, proof: { registry, slots: words, nodes } });
}
