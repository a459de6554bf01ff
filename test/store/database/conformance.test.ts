import { createStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeAlerts } from '../conformance/alerts.ts';
import { describeAuctions } from '../conformance/auctions.ts';
import { describeDelivery } from '../conformance/delivery.ts';
import { describeDirectory } from '../conformance/directory.ts';
import { describeLargeIngestions } from '../conformance/fan-out.ts';
import { describeLiveMessages } from '../conformance/live-messages.ts';
import { describeSummaries } from '../conformance/summaries.ts';
import { describeEachDatabase } from './each-database.ts';

describeEachDatabase('the store', (kind) => {
  const harness = {
    durable: true,
    randomSequences: 5,
    async createLocation() {
      const place = await kind.create();
      return {
        async open(now: () => number): Promise<Store> {
          const database = await place.open({ now });
          const parts = {
            ...createStore(database),
            [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
          };
          return new Proxy(parts, {
            get(target, name) {
              if (name in target) return Reflect.get(target, name);
              return name === 'then'
                ? undefined
                : () => Promise.reject(new Error(`${String(name)} is not written yet.`));
            },
          }) as Store;
        },
        [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
      };
    },
  };
  describeAuctions(harness);
  describeAlerts(harness);
  describeDelivery(harness);
  describeSummaries(harness);
  describeLiveMessages(harness);
  describeLargeIngestions(harness);
  describeDirectory(harness);
});
