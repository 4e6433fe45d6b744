/** The choices other than now. */
const WHENS = ['strict', 'safe', 'final', 'time', 'block'] as const;
export type WhenKind = (typeof WHENS)[number];

export const isWhen = (value: unknown): value is WhenKind => WHENS.includes(value as WhenKind);
