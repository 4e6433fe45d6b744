/** `/names`: what addresses are called, and where a name of ENS leads. */
import type { Address } from '@mandate/core';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findNormal } from '../../answers/names/normal-form.ts';
import { address as addressSchema } from '../../request/address.ts';
import { inQuery, uint256 } from '../../request/parameters.ts';
import { json, type Operation } from '../operation.ts';
import { NAMES_ANSWER } from './answer.ts';

const MAX_QUESTIONS = 25;
/** This many addresses begun count as one request. A token counts as one itself: its picture takes more of a node. */
const ADDRESSES_A_REQUEST = 25;
const QUESTION = '\\d{1,15}:0[xX][0-9a-fA-F]{40}(?::(?:\\d{1,78}|0[xX][0-9a-fA-F]{1,64}))?';
const QUESTIONS = `^${QUESTION}(?:,${QUESTION}){0,${MAX_QUESTIONS - 1}}$`;
const ONE_QUESTION = new RegExp(`^${QUESTION}$`);

export interface AskedName {
  readonly chainId: number;
  readonly address: Address;
  readonly tokenId: bigint | null;
}

const FORM = `must be like 1:0x0000000000000000000000000000000000000407, the chain and the address, with :7 after it for a token; separate several with commas, at most ${MAX_QUESTIONS}.`;

const of = inQuery(
  'of',
  z.string().transform((text, context): readonly AskedName[] => {
    const parts = text.split(',', MAX_QUESTIONS + 1);
    const asked = parts.map(readQuestion);
    const flaw = asked.length > MAX_QUESTIONS ? FORM : asked.find((each) => typeof each === 'string');
    if (flaw === undefined) return asked as readonly AskedName[];
    context.addIssue({ code: 'custom', message: flaw });
    return z.NEVER;
  }),
  {
    description: `The addresses to name, at most ${MAX_QUESTIONS}, separated by commas: each is the chain, a colon and the address, and for a token another colon and its id.`,
    example: '1:0x0000000000000000000000000000000000000407',
    form: { type: 'string', pattern: QUESTIONS },
  },
);

/** Returns a question, or what is wrong with its text. */
function readQuestion(text: string): AskedName | string {
  if (!ONE_QUESTION.test(text)) return FORM;
  const [chainId, written = '', id] = text.split(':');
  const tokenId = id === undefined ? null : uint256.safeParse(id);
  if (tokenId?.success === false) return FORM;
  const address = addressSchema.safeParse(written);
  if (!address.success) return `has ${written}, which ${address.error.issues[0]?.message}`;
  return { chainId: Number(chainId), address: address.data, tokenId: tokenId?.data ?? null };
}

const name = inQuery(
  'name',
  z.string().transform((text, context): string => {
    const normal = findNormal(text.trim());
    if (normal !== null) return normal;
    context.addIssue({ code: 'custom', message: 'must be a name of ENS, e.g. mira.eth.' });
    return z.NEVER;
  }),
  {
    description: 'A name of ENS, whose address is asked for.',
    example: 'mira.eth',
    form: { type: 'string', minLength: 3, maxLength: 255 },
  },
);

export const NAMES_PARAMETERS = { of, name };

export const NAMES: Operation<typeof NAMES_PARAMETERS> = {
  id: 'getNames',
  method: 'GET',
  path: '/names',
  tag: 'beyond',
  summary: 'What are these addresses called?',
  description:
    'Names wallets by ENS, contracts by their own words, and tokens by metadata that are on the chain, through the nodes of the operator. ' +
    'An ENS name is given only if it leads back to the address, and only where the address cannot belong to someone else than on Ethereum. ' +
    'Anyone can deploy a contract with any name: show a name beside its address, never instead of it. With `name`, finds the address of a ' +
    'name of ENS. `known: false` means that the nodes could not answer: never read it as "no name". ' +
    `Every ${ADDRESSES_A_REQUEST} addresses begun count as one request, and so does each token.`,
  parameters: NAMES_PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  units: countUnits,
  answer: { description: 'The names', content: json(NAMES_ANSWER) },
};

/** Counts by the text alone, before anything of it is read. */
function countUnits({ query }: FastifyRequest): number {
  const { of } = query as Readonly<Record<string, unknown>>;
  if (typeof of !== 'string') return 1;
  const questions = of.split(',', MAX_QUESTIONS);
  const tokens = questions.filter((text) => text.split(':').length > 2).length;
  return tokens + Math.ceil((questions.length - tokens) / ADDRESSES_A_REQUEST);
}
