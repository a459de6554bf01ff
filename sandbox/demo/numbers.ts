const DECIMALS = 18;
/** A number as any language writes it: digits, and between them points, commas, apostrophes and blanks. */
const RUN = /\d(?:[\d.,'’٬\u00a0\u202f ]*\d)?/g;

/** Wei of digits whose last separator begins the fraction. */
function coins(whole: string, fraction: string): bigint {
  return BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
}

/** What one written number may mean, in wei: a separator may begin the fraction or only part thousands. */
function meanings(run: string): readonly bigint[] {
  const bare = run.replaceAll(/[^\d.,]/g, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const digits = (text: string): string => text.replaceAll(/\D/g, '');
  const whole = coins(digits(bare), '');
  return last < 0 ? [whole] : [coins(digits(bare.slice(0, last)), bare.slice(last + 1)), whole];
}

/** Every amount that a text may name, in wei, whatever language writes it. */
export function amountsIn(text: string): readonly bigint[] {
  return [...text.matchAll(RUN)].flatMap(([run]) => meanings(run));
}

/** The whole numbers of a text, in order, without what parts their digits. */
export function countsIn(text: string): readonly number[] {
  return [...text.matchAll(RUN)].map(([run]) => Number(run.replaceAll(/\D/g, '')));
}
