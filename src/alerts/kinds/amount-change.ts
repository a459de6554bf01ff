import type { Wei } from '#src/chain/wei.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { DescribeContext } from '../description.ts';
import { nativeAmount } from './facts.ts';

/**
 * Formats a change of an amount in the chain's own coin, with its symbol once: `0.89 → 1.01 S`.
 * @param from wei; `null` for no amount, like `to`
 * @param none text for no amount
 * @param emphasis how the later amount is emphasized; not at all by default
 */
export function amountChange(
  from: Wei | null,
  to: Wei | null,
  none: string,
  context: Pick<DescribeContext, 'currency'>,
  emphasis: (amount: Segment) => Segment = (amount) => amount,
): Segments {
  const { currency } = context;
  const nothing: Segment = { type: 'text', text: none };
  const bare = { currency: to === null ? currency : { ...currency, symbol: '' } };
  return [
    from === null ? nothing : nativeAmount(from, bare),
    { type: 'text', text: ' → ' },
    to === null ? nothing : emphasis(nativeAmount(to, context)),
  ];
}
