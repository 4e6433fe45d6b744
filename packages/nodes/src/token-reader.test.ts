import { readFileSync } from 'node:fs';
import solc from 'solc';
import { expect, test } from 'vitest';
import { TOKEN_READER } from './token-reader.ts';

test('the code is what token-reader.yul compiles to', () => {
  const content = readFileSync(new URL('token-reader.yul', import.meta.url), 'utf8');
  const input = {
    language: 'Yul',
    sources: { 'token-reader.yul': { content } },
    // Later versions use instructions that some chains lack.
    settings: {
      evmVersion: 'london',
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  expect(TOKEN_READER).toBe(`0x${contracts['token-reader.yul'].TokenReader.evm.bytecode.object}`);
});
