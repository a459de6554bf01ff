import { describeSilences } from '../conformance/silences.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => describeSilences(storeOn(kind)));
