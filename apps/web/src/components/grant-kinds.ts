/** What a grant is for. v1 knows `token`, v2 tells three kinds of tokens apart. */
export const KINDS = ['all', 'contract', 'erc721', 'erc1155', 'erc20', 'token'] as const;
export type GrantKind = (typeof KINDS)[number];
