/** A check with a proof of the depth that Ethereum mainnet has today: nine nodes to the account and six to each place. */
import { createRandom, integer } from '@mandate/contracts';
import {
  type Answer,
  bytesToHex,
  hexToBytes,
  keccakBytes,
  parseAddress,
  type Question,
  REGISTRIES,
  rightsFromText,
  toWord,
} from '@mandate/core';
import { toRlp } from 'viem';
import { answerFrom, firstPlaces, nextPlaces } from '../answer.ts';
import { encodeHeader } from '../encode-header.ts';
import { hashHeader } from '../header.ts';
import type { Hex } from '../hex.ts';
import type { ProvenCheck } from '../proven-check.ts';
import { buildTrie, encodeWord, type RandomBytes } from './build-trie.ts';
import { MAINNET } from './mainnet.ts';

export interface DeepState {
  readonly question: Question;
  readonly proven: ProvenCheck;
  readonly answer: Answer;
}

export interface DeepStateOptions {
  readonly question?: Question;
  /** The word at each place, in their order. 0: the trie has no entry. */
  readonly values?: readonly bigint[];
  readonly accountDepth?: number;
  readonly storageDepth?: number;
  readonly seed?: number;
}

const hash = (hex: Hex) => bytesToHex(keccakBytes(hexToBytes(hex)));

/** A question that depends on as many places as any. */
export const WIDEST_QUESTION: Question = {
  registry: 'v2',
  kind: 'erc721',
  from: parseAddress('0xd5e9271fcc6ee936bf3967bdfdc6acaf64005fc0'),
  to: parseAddress('0x419d7097fbd4ea9b9159a5fe10e7c5a774c235b5'),
  contract: parseAddress('0x07f64daf933d7182ed58680c06eb06160a5e59d9'),
  tokenId: 4182n,
  rights: rightsFromText('vote'),
};

/** Builds a state in which the registry's places hold these values. By default, only the last of six grants stands. */
export function buildDeepState({
  question = WIDEST_QUESTION,
  values = [1n, 1n, 1n, 1n, 1n, BigInt(WIDEST_QUESTION.from)],
  accountDepth = 9,
  storageDepth = 6,
  seed = 1,
}: DeepStateOptions = {}): DeepState {
  const random = createRandomBytes(seed);
  const places = [...firstPlaces(question), ...nextPlaces(question, values)];
  const registry = REGISTRIES[question.registry].address;
  const entries = places.map((place, i) => [hash(place), encodeWord(values[i] ?? 0n)] as const);
  const storage = buildTrie(entries, { depth: storageDepth, random });
  const account = toRlp(['0x01', '0x', storage.root, random(32)]);
  const state = buildTrie([[hash(registry), account]], { depth: accountDepth, random });
  const header = encodeHeader({ ...MAINNET.block.header, stateRoot: state.root });
  const answer = answerFrom(question, values);
  return {
    question,
    answer,
    proven: {
      value: answer,
      block: {
        number: Number(MAINNET.block.header.number),
        hash: hashHeader(header),
        timestamp: Number(MAINNET.block.header.timestamp),
        header,
      },
      proof: {
        registry,
        slots: places.map((slot, i) => ({ slot, value: toWord(values[i] ?? 0n) })),
        nodes: [...state.prove(hash(registry)), ...storage.prove(...entries.map(([key]) => key))],
      },
    },
  };
}

function createRandomBytes(seed: number): RandomBytes {
  const random = createRandom(seed);
  return (length) => bytesToHex(Uint8Array.from({ length }, () => integer(random, 0, 255)));
}
