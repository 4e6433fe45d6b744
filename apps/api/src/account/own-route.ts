/** Every route of the developer page has this configuration: pages of other origins can't read it. */
export const OWN_ROUTE = { config: { cors: false, operation: 'developer' } } as const;
