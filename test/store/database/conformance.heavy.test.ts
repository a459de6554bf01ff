import { describeOutbox } from '../conformance/groups.ts';
import { describePostgres } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describePostgres('the store on PostgreSQL', (kind) => describeOutbox(storeOn(kind)));
