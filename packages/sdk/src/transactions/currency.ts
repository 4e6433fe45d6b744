/** The currencies that chains take fees in, apart from ETH. */
const OTHER_CURRENCIES: Readonly<Record<number, string>> = {
  56: 'BNB',
  100: 'xDAI',
  137: 'POL',
  250: 'FTM',
  1284: 'GLMR',
  1285: 'MOVR',
  1329: 'SEI',
  1996: 'DMT',
  2020: 'RON',
  2021: 'RON',
  2911: 'TOPIA',
  5000: 'MNT',
  7000: 'ZETA',
  7700: 'CANTO',
  10143: 'MON',
  33139: 'APE',
  42220: 'CELO',
  43114: 'AVAX',
  61166: 'MAGIC',
  69000: 'ANIME',
  98866: 'PLUME',
  660279: 'XAI',
};

export function currencyOf(chainId: number): string {
  return OTHER_CURRENCIES[chainId] ?? 'ETH';
}
