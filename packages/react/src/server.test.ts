/** A server that uses the hooks asks nothing while it renders: it prefetches. */
import { type Client, createClient } from '@mandate/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { checkQueryOptions } from './check-query.ts';
import { MandateProvider } from './mandate-provider.ts';
import { useCheck } from './use-check.ts';

const question = { kind: 'all', to: `0x${'a'.repeat(40)}`, from: `0x${'b'.repeat(40)}` } as const;

function Check(): ReactNode {
  const { answer, isFetching } = useCheck(question);
  return answer.status === 'unknown' ? answer.reason : `${answer.status} ${isFetching}`;
}

function render(client: Client, queryClient: QueryClient): string {
  const provider = createElement(MandateProvider, { client }, createElement(Check));
  return renderToString(createElement(QueryClientProvider, { client: queryClient }, provider));
}

test('rendering asks nothing', async () => {
  const fetch = vi.fn();
  const html = render(createClient({ baseUrl: 'https://mandate.example', fetch }), new QueryClient());
  await new Promise((done) => setTimeout(done, 20));
  expect([html, fetch.mock.calls]).toEqual(['loading true', []]);
});

test('a prefetch that fails renders an unknown answer, never a no', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('refused')));
  const client = createClient({ baseUrl: 'https://mandate.example', fetch, retries: 0 });
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(checkQueryOptions(client, question));
  expect(render(client, queryClient)).toBe('network_error');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a hook without its provider says what is missing', () => {
  const queryClient = new QueryClient();
  const tree = createElement(QueryClientProvider, { client: queryClient }, createElement(Check));
  expect(() => renderToString(tree)).toThrow('There is no MandateProvider');
});
