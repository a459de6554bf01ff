import { describeRules } from '../conformance/groups.ts';
import { describePostgres } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describePostgres('a store on PostgreSQL', (kind) => describeRules(storeOn(kind)));
