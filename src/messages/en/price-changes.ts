import type { PriceChange } from '#src/chain/comparison.ts';
import type { Writer } from '../writer.ts';

/** Decimal places of a percentage: whole percents, and tenths below ten. */
export const digitsOf = (percent: number): number => (Math.abs(percent) < 10 ? 1 : 0);

/** By how much an amount changed. @param equal what is said of one that did not */
export const changeWords =
  ({ text, number, percent }: Writer, equal: string) =>
  (to: PriceChange): string => {
    switch (to.type) {
      case 'equal':
        return equal;
      case 'multiple':
        return text`${number(to.times)} times as much`;
      case 'slight': {
        const least = percent(to.percent, { digits: 1 });
        return to.direction === 'more' ? text`under ${least} more` : text`under ${least} less`;
      }
      case 'percent':
        return percent(to.percent, { digits: digitsOf(to.percent), signed: true });
      default:
        return to satisfies never;
    }
  };
