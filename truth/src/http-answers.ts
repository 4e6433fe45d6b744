/** What the service says over HTTP, every answer held to the block that it is asked at. */
import {
  type Address,
  createDelegation,
  type Delegation,
  parseAddress,
  parseRights,
  type Question,
} from '@mandate/core';
import type { Hex } from 'viem';
import type { Answers } from './compare.ts';

/** Requests under way at once: more would only wait in line. */
const LANES = 24;

export function answersOverHttp(url: string, chainId: number, blockHash: Hex): Answers {
  const take = createLanes(LANES);

  /** The body of an answer, which must be of this chain and block. */
  async function get(path: string, query: Record<string, string>): Promise<string> {
    const search = new URLSearchParams({ ...query, chainId: String(chainId), numbers: 'string' });
    const response = await take(() => fetch(`${url}${path}?${search}`));
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}?${search} answered ${response.status}: ${body}`);
    const named = response.headers.get('x-block-hash');
    if (named !== blockHash || response.headers.get('x-chain-id') !== String(chainId))
      throw new Error(`${path}?${search} answered for block ${named}, not ${blockHash}.`);
    return body;
  }

  return {
    async check(question) {
      const body = await get(`/registry/${question.registry}/check/${question.kind}`, parametersOf(question));
      if (body === 'true' || body === 'false') return body === 'true';
      return BigInt(JSON.parse(body) as string);
    },
    async list(registry, direction, wallet) {
      const body = await get(`/registry/${registry}/${wallet}`, {});
      const rows = (JSON.parse(body) as Row[]).map((row) => readRow(registry, row));
      const incoming = rows.findIndex(({ from }) => from !== wallet);
      if (incoming >= 0 && rows.slice(incoming).some(({ from }) => from === wallet))
        throw new Error(`The list of ${wallet} has outgoing delegations after incoming ones.`);
      return rows.filter((row) => row[direction] === wallet);
    },
  };
}

function parametersOf(question: Question): Record<string, string> {
  const { from, to } = question;
  return {
    from,
    to,
    ...('contract' in question ? { contract: question.contract } : {}),
    ...('tokenId' in question ? { tokenId: String(question.tokenId) } : {}),
    ...('rights' in question ? { rights: question.rights } : {}),
  };
}

/** A record of either version. */
interface Row {
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  readonly from?: string;
  readonly to?: string;
  readonly vault?: string;
  readonly delegate?: string;
  readonly contract: string | null;
  readonly tokenId: string | null;
  readonly rights?: string;
  readonly tokenType?: 'ERC721' | 'ERC20' | 'ERC1155' | null;
  readonly amount?: string | null;
}

function readRow(registry: 'v1' | 'v2', row: Row): Delegation {
  return createDelegation({
    registry,
    kind: KINDS[row.tokenType ?? row.type],
    from: addressOf(row.from ?? row.vault),
    to: addressOf(row.to ?? row.delegate),
    contract: row.contract === null ? null : parseAddress(row.contract),
    tokenId: row.tokenId === null ? null : BigInt(row.tokenId),
    rights: row.rights ? parseRights(row.rights) : null,
    amount: row.amount ? BigInt(row.amount) : null,
  });
}

const KINDS = {
  ALL: 'all',
  CONTRACT: 'contract',
  TOKEN: 'token',
  ERC721: 'erc721',
  ERC20: 'erc20',
  ERC1155: 'erc1155',
} as const;

function addressOf(text: string | undefined): Address {
  if (!text) throw new Error('A record of a list has no wallets.');
  return parseAddress(text);
}

/** Lets so many of the calls run at once. */
function createLanes(lanes: number) {
  let free = lanes;
  const waiting: (() => void)[] = [];
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
