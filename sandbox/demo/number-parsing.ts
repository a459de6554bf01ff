const DECIMALS = 18;
/** A number in any locale: digits with points, commas, apostrophes and blanks between them. */
const RUN = /\d(?:[\d.,'’٬\u00a0\u202f ]*\d)?/g;

/** Wei of digits whose last separator begins the fraction. */
function coins(whole: string, fraction: string): bigint {
  return BigInt(`${whole}${fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')}`);
}

/** The amounts in wei that a written number may mean: a separator may begin the fraction or group thousands. */
function meanings(run: string): readonly bigint[] {
  const bare = run.replaceAll(/[^\d.,]/g, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const digits = (text: string): string => text.replaceAll(/\D/g, '');
  const whole = coins(digits(bare), '');
  return last < 0 ? [whole] : [coins(digits(bare.slice(0, last)), bare.slice(last + 1)), whole];
}

/** What a letter after a number may multiply it by, as powers of ten: `12.3K`; the units of several languages. */
const SCALES = /^(?:[KMBTL]|Cr)/;
const POWERS = [3n, 5n, 6n, 7n, 9n, 12n];
/** Amounts are written with at least four digits, shortened ones with three, without what is left over. */
const LEAST = 10n ** 12n / 2n;

function isNear(written: bigint, amount: bigint, parts: bigint): boolean {
  const difference = written > amount ? written - amount : amount - written;
  return difference <= LEAST || difference * parts <= amount;
}

/** Whether a text may contain this amount, as exactly as amounts are written for people, in any locale. @param amount wei */
export function statesAmount(text: string, amount: bigint): boolean {
  return [...text.matchAll(RUN)].some((match) => {
    const written = meanings(match[0]);
    if (!SCALES.test(text.slice(match.index + match[0].length))) {
      return written.some((one) => isNear(one, amount, 1_000n));
    }
    return written.some((one) => POWERS.some((power) => isNear(one * 10n ** power, amount, 100n)));
  });
}

/** The whole numbers of a text, in order, without group separators. */
export function countsIn(text: string): readonly number[] {
  return [...text.matchAll(RUN)].map(([run]) => Number(run.replaceAll(/\D/g, '')));
}
