import { describeLateFacts } from '../conformance/late-facts.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  describeLateFacts(storeOn(kind));
});
