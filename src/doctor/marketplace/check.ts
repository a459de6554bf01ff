import type { Config } from '#src/config.ts';
import { ACTIVITY_LISTS } from '#src/marketplace/endpoints/trades.ts';
import { readList } from '#src/marketplace/envelope.ts';
import { NotUnderstood } from '#src/marketplace/errors.ts';
import { createOwnCoin, type OwnCoin } from '#src/marketplace/own-coin.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { ListedCollection } from '#src/marketplace/resources/collection.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Ask, Reply } from '../http-request.ts';
import { checkAnswer, transportRemarks, unreadable } from './check-answer.ts';
import { checkFeedOrder } from './feed-order.ts';
import { createObserve, type Endpoints, type Observe, type Observed } from './observe.ts';
import { describeUnread, exampleOf } from './unread-values.ts';

const FIRST_PAGE = { page: 1, limit: 100 } as const;

const readFeed =
  (page: number) =>
  ({ activities }: Endpoints): Promise<Page<Activity>> =>
    activities({ page, limit: 100 });

/** What an alert is made of: how many records of the feed the bot understands. */
function checkFeed(
  { path, reply, error }: Observed<unknown>,
  now: number,
  { isOwn }: OwnCoin,
): { readonly result: CheckResult; readonly items: readonly Activity[] } {
  const failure = unreadable(path, reply);
  if (failure !== null || !reply.answered)
    return { result: failure ?? bad('The feed did not answer.', 'Try again.'), items: [] };
  if (error !== null && !(error instanceof NotUnderstood))
    return {
      result: bad(
        `GET ${path}: ${error.message}`,
        'No alert can be made of it; report it to those who run the marketplace.',
      ),
      items: [],
    };
  const records = readList(reply.body, ACTIVITY_LISTS);
  const { items, unreadable: unread, unknownKinds } = decodeActivities(records, now, isOwn);
  const understood = items.filter(({ kind }) => kind !== 'unknown');
  const remarks = [
    ...transportRemarks(reply),
    ...(unread.length === 0
      ? []
      : [`${unread.length} of ${records.length} records cannot be read, such as ${exampleOf(unread[0])}`]),
    ...(unknownKinds.length === 0 ? [] : [`kinds that the bot does not know: ${unknownKinds.join(', ')}`]),
  ];
  const message = `GET ${path}: the bot understands ${understood.length} of ${records.length} records`;
  if (records.length > 0 && understood.length === 0)
    return {
      result: bad(
        `GET ${path} holds ${records.length} records, and the bot understands none of them.`,
        'No alert can be made of them: open an issue with the answer of that address.',
        remarks,
      ),
      items,
    };
  const result =
    remarks.length > 0
      ? warning(`${message}.`, 'What it does not understand is skipped and makes no alert.', remarks)
      : good(`${message} (${reply.answeredAt - reply.askedAt} ms).`);
  return { result, items };
}

/** Checks whether prices name the configured coin. Call this after the feed check. */
function checkCoin(ownCoin: OwnCoin, { symbol }: Config['currency']): readonly CheckResult[] {
  const { mostNamed, currency } = ownCoin;
  if (mostNamed !== null)
    return [
      warning(
        `Most prices are in ${mostNamed}, which the bot treats as another coin than ${symbol}: no price filter applies to them.`,
        `If ${mostNamed} is the chain’s own coin, write CURRENCY_SYMBOL=${mostNamed} into .env.`,
      ),
    ];
  if (currency.symbol === symbol) return [];
  return [
    warning(
      `The marketplace’s prices are in ${currency.symbol}, so the bot shows that, and not ${symbol}.`,
      `Write CURRENCY_SYMBOL=${currency.symbol} into .env, so that it does not depend on the feed.`,
    ),
  ];
}

/** An endpoint that only some deployments have (field notes: A token endpoint). Either is fine. */
async function tokenEndpoint(observe: Observe, token: Token | undefined): Promise<CheckResult> {
  const observed =
    token === undefined
      ? null
      : await observe((endpoints) => endpoints.token(token.collection, token.tokenId));
  return good(
    (observed?.value ?? null) === null
      ? 'The marketplace has no endpoint for single tokens, which its document does not show either; the bot works without one.'
      : 'Beyond its document the marketplace has an endpoint for single tokens.',
  );
}

/** Alerts for the end of an auction need its time. */
function checkAuctions(observed: Observed<Page<Auction>>): CheckResult {
  const items = observed.value?.items ?? [];
  if (items.length === 0 || items.some(({ endTime }) => endTime !== null)) return checkAnswer(observed);
  return bad(
    `GET ${observed.path} lacks what the bot cannot do without: no auction has an end time.`,
    'No end of an auction can be announced; report it to those who run the marketplace.',
    describeUnread(observed.records),
  );
}

function checkAddress(reply: Reply, url: string): CheckResult | null {
  if (!reply.answered)
    return bad(
      `The marketplace cannot be reached at ${url}: ${reply.reason}.`,
      'Check MARKETPLACE_URL in .env, and whether that address opens from this machine: curl -i URL/api/collections',
    );
  const { status, body } = reply;
  const isRefused = status >= 300 && status < 500 && status !== 429;
  if (isRefused || (status === 200 && body === undefined))
    return bad(
      `What answers at ${url} is not the marketplace’s API (GET /api/collections: ${isRefused ? `status ${status}` : 'no JSON'}).`,
      'Set MARKETPLACE_URL to the address of the API’s host, without /api and without a page’s path.',
    );
  return null;
}

/** Checks the endpoints about a collection, and those about one of its holders. */
async function* checkCollection(observe: Observe, { address, path }: ListedCollection): Check {
  const holders = await observe((endpoints) => endpoints.holders(address, FIRST_PAGE));
  yield checkAnswer(holders);
  for (const name of path === null ? [address] : [address, path])
    yield checkAnswer(await observe(({ collection }) => collection(name)));
  yield checkAnswer(await observe(({ traits }) => traits(address)));
  const order = { sortBy: 'tokenId', sortOrder: 'asc' } as const;
  const tokens = await observe((endpoints) => endpoints.tokens(address, { ...FIRST_PAGE, ...order }));
  yield checkAnswer(tokens);
  const holder = holders.value?.items[0]?.address;
  if (holder !== undefined) {
    yield checkAnswer(await observe(({ userNfts }) => userNfts(holder, { page: 1, limit: 50 })));
    yield checkAnswer(await observe(({ profile }) => profile(holder)));
  }
  yield await tokenEndpoint(observe, tokens.value?.items[0]);
}

/**
 * Checks every endpoint of the marketplace that the bot uses, by the bot's client. Returns one of the answers, for
 * checking the clock, or `null` without any.
 * @param now epoch ms
 */
export async function* checkMarketplace(
  ask: Ask,
  { marketplaceUrl: url, currency }: Pick<Config, 'marketplaceUrl' | 'currency'>,
  now: () => number,
): Check<Answer | null> {
  const ownCoin = createOwnCoin(currency);
  const observe = createObserve(ask, url, ownCoin, now);
  const listed = await observe(({ collections }) => collections(FIRST_PAGE));
  const { reply: list } = listed;
  const addressProblem = checkAddress(list, url);
  if (addressProblem !== null || !list.answered) {
    yield addressProblem ?? bad('The marketplace does not answer.', 'Check MARKETPLACE_URL.');
    return null;
  }
  yield checkAnswer(listed);
  const feed = checkFeed(await observe(readFeed(1)), now(), ownCoin);
  yield feed.result;
  yield* checkCoin(ownCoin, currency);
  const readSecondPage = async () => (await observe(readFeed(2))).value?.items ?? [];
  const odd = await checkFeedOrder(feed.items, readSecondPage, now());
  if (odd !== null) yield odd;
  const first = listed.value?.items[0];
  if (first === undefined) {
    yield warning(
      'The marketplace lists no collection, so that its other endpoints cannot be checked.',
      'Run the doctor again when it has one.',
    );
    return list;
  }
  yield* checkCollection(observe, first);
  for (const status of ['active', 'completed'] as const) {
    const query = { ...FIRST_PAGE, status, sortBy: 'endTime', sortOrder: 'desc' } as const;
    yield checkAuctions(await observe(({ auctions }) => auctions(query)));
  }
  return list;
}
