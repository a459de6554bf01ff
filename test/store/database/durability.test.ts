import { describeDurability } from '../conformance/durability.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  describeDurability(storeOn(kind));
});
