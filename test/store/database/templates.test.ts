import { describeTemplates } from '../conformance/templates.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => describeTemplates(storeOn(kind)));
