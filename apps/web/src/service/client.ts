import { createClient } from '@mandate/sdk';

/** Empty when the API serves this site itself. */
export const API_URL: string = (import.meta.env['VITE_API_URL'] ?? '').replace(/\/+$/, '');

export const client = createClient({ baseUrl: API_URL || location.origin, retries: 1 });
