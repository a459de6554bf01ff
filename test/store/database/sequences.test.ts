import { describeDurability } from '../conformance/durability.ts';
import { describeRandomSequences } from '../conformance/random-sequences.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeRandomSequences(harness);
  describeDurability(harness);
});
