import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
import type { Vote } from '@mandate/nodes';
import { expect, test } from 'vitest';
import { createNodeLines } from './node-lines.ts';

const chain = { chainId: 1 } as ConfiguredChain;
const node = { label: 'provider-b' } as ConfiguredNode;

test('a node that stays bad has one line, and one when it is back', () => {
  const lines: string[] = [];
  const write = (level: string) => (_: unknown, text?: string) => void lines.push(`${level} ${text}`);
  let time = 0;
  const { voted } = createNodeLines({ info: write('info'), warn: write('warn') } as never, () => time);
  const vote = (standing: Vote) => voted(chain, node, { vote: standing, standing, error: null });
  vote('behind');
  time = 9_000;
  vote('agreed');
  vote('failed');
  vote('undecided');
  expect(lines).toEqual([]);
  time = 19_000;
  for (let again = 0; again < 3; again++) vote('failed');
  vote('agreed');
  vote('agreed');
  expect(lines).toEqual([
    'warn the node does not count: look at it, or replace it in CHAINS',
    'info the node answers as the others do again',
  ]);
});
