/** Writes a number with its noun. */
export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? noun : `${noun}s`}`;
