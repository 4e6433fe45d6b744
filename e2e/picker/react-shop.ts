/** The app of the React page, for the server and for the page. */
import { MandateProvider, VaultPicker, type VaultPickerProps } from '@mandate/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement as h, StrictMode } from 'react';

export interface Shop {
  readonly baseUrl: string;
  readonly wallet: `0x${string}`;
  readonly contract: `0x${string}`;
}

interface ShopProps extends Pick<VaultPickerProps, 'onChoose'> {
  readonly shop: Shop;
  readonly queryClient: QueryClient;
}

export function ReactShop({ shop: { baseUrl, ...question }, queryClient, onChoose }: ShopProps) {
  const picker = h(VaultPicker, { ...question, onChoose });
  return h(
    StrictMode,
    null,
    h(QueryClientProvider, { client: queryClient }, h(MandateProvider, { baseUrl, pollMs: 600_000 }, picker)),
  );
}
