/** What every route of the developer page has in common: no other site reads it. */
export const OWN_ROUTE = { config: { cors: false, operation: 'developer' } } as const;
