import { MandateError } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { getSession, type Session } from './developer-api.ts';

/** `none`: this service has no accounts. */
export type SessionState =
  | { readonly type: 'none' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'signed-in'; readonly session: Session };

export const sessionQuery = queryOptions({
  queryKey: ['developer', 'session'],
  queryFn: async (): Promise<SessionState> => {
    try {
      return { type: 'signed-in', session: await getSession() };
    } catch (error) {
      if (hasCode(error, 'not_signed_in')) return { type: 'signed-out' };
      if (hasCode(error, 'not_found')) return { type: 'none' };
      throw error;
    }
  },
});

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof MandateError && error.code === code;
}
