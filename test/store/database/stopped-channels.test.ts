import { describeChannelFacts } from '../conformance/channel-facts.ts';
import { describeHeldPosts } from '../conformance/held-posts.ts';
import { describeNotices } from '../conformance/notices.ts';
import { describeRetries } from '../conformance/retries.ts';
import { describeTickers } from '../conformance/tickers.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeHeldPosts(harness);
  describeNotices(harness);
  describeRetries(harness);
  describeTickers(harness);
  describeChannelFacts(harness);
});
