import type { PriceChange } from '#src/chain/comparison.ts';
import type { Writer } from '../writer.ts';

/** Returns the decimal places of a percentage: none, or one below ten percent. */
export const digitsOf = (percent: number): number => (Math.abs(percent) < 10 ? 1 : 0);

/**
 * Describes a change of an amount.
 * @param equal text for no change
 */
export const changeWords =
  ({ text, number, percent }: Writer, equal: string) =>
  (to: PriceChange): string => {
    switch (to.type) {
      case 'equal':
        return equal;
      case 'multiple':
        return text`${number(to.times)} times as high`;
      case 'slight': {
        const least = percent(to.percent, { digits: 1 });
        return to.direction === 'more' ? text`up less than ${least}` : text`down less than ${least}`;
      }
      case 'percent':
        return percent(to.percent, { digits: digitsOf(to.percent), signed: true });
      default:
        return to satisfies never;
    }
  };
