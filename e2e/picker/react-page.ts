/** A page with `<VaultPicker>`, which a server has rendered. */
import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ReactShop, type Shop } from './react-shop.ts';

const page = globalThis as unknown as {
  document: { getElementById(id: string): { dataset: Record<'shop', string> } };
  chosen: unknown;
};
const root = page.document.getElementById('root');
const shop: Shop = JSON.parse(root.dataset.shop);
const onChoose = (chosen: unknown) => {
  page.chosen = chosen;
};
hydrateRoot(root as never, createElement(ReactShop, { shop, queryClient: new QueryClient(), onChoose }));
