import * as sdk from '@mandate/sdk';
import { expect, test } from 'vitest';
import { CHECKS, findCheck } from './check-kinds.ts';

test.each(CHECKS.map((check) => [check.functionName, check] as const))(
  '%s is a function of the client',
  (name) => {
    expect(Object.keys(sdk)).toContain(name);
  },
);

test('a kind that the other registry lacks becomes its nearest kind', () => {
  expect(findCheck('v1', 'erc1155').functionName).toBe('checkTokenV1');
  expect(findCheck('v2', 'token').functionName).toBe('checkErc721');
  expect(findCheck('v1', 'erc20').functionName).toBe('checkAllV1');
  expect(findCheck('v2', 'erc20').functionName).toBe('checkErc20');
});

test.each([
  ['v2', 'erc721', { contract: '0xc', tokenId: 0n, rights: '0xd' }],
  ['v2', 'erc20', { contract: '0xc', rights: '0xd' }],
  ['v2', 'all', { rights: '0xd' }],
  ['v1', 'token', { contract: '0xc', tokenId: 0n }],
] as const)('%s %s is asked with the parameters that it takes', async (registry, kind, own) => {
  const urls: URL[] = [];
  const client = sdk.createClient({
    baseUrl: 'http://mandate.example',
    retries: 0,
    fetch: async (url) => {
      urls.push(new URL(String(url)));
      throw new Error('That is enough.');
    },
  });
  const wallet = `0x${'1'.repeat(40)}` as const;
  const rights = `0x${'1'.repeat(64)}` as const;
  const asked = { chainId: 1, to: wallet, from: wallet, contract: wallet, tokenId: 0n, rights };
  await expect(findCheck(registry, kind).ask(client, asked)).rejects.toThrow(sdk.ConnectionError);
  const [url] = urls;
  expect(url?.pathname).toBe(`/registry/${registry}/check/${kind}`);
  const scope = ['contract', 'tokenId', 'rights'].filter((name) => url?.searchParams.has(name));
  expect(scope).toEqual(Object.keys(own));
});
