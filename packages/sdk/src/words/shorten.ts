/** Keeps both ends of a hash or address, which is what people compare. */
export function shorten(hex: string, digits = 4): string {
  return `${hex.slice(0, digits + 2)}…${hex.slice(-digits)}`;
}
