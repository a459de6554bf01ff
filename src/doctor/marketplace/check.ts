import type { Config } from '#src/config.ts';
import { decodeActivities } from '#src/marketplace/map/activity.ts';
import type { Activity } from '#src/marketplace/model/activity.ts';
import { createOwnCoin, type OwnCoin } from '#src/marketplace/own-coin.ts';
import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Ask, Reply } from '../http-get.ts';
import { isRecord } from '../record.ts';
import { checkAnswer, transportRemarks, unreadable } from './check-answer.ts';
import {
  activities,
  collections,
  firstOf,
  holdersOf,
  nextActivities,
  sampledEndpoints,
} from './endpoints.ts';
import { checkFeedOrder } from './feed-order.ts';

/** Possible names of the feed's list (`marketplace/endpoints/trades.ts`); the document does not show it. */
const FEED_LISTS = [
  'activities',
  'events',
  'asset_events',
  'transactions',
  'sales',
  'data',
  'items',
  'results',
];

function findFeedList(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const found = isRecord(body) ? FEED_LISTS.map((name) => body[name]).find(Array.isArray) : undefined;
  return found ?? null;
}

/** Returns the records that the bot can decode. */
const feedRecords = (reply: Reply, now: number, ownCoin: OwnCoin): readonly Activity[] =>
  reply.answered ? decodeActivities(findFeedList(reply.body) ?? [], now, ownCoin.isOwn).items : [];

/** Checks whether the bot can decode the feed's records, because they are not documented. */
function checkFeed(reply: Reply, now: number, ownCoin: OwnCoin): CheckResult {
  const failure = unreadable(activities, reply);
  if (failure !== null || !reply.answered) return failure ?? bad('The feed did not answer.', 'Try again.');
  const records = findFeedList(reply.body);
  if (records === null)
    return bad(
      `GET ${activities} has no list of activities in its answer.`,
      'No alert can be made of it; report it to those who run the marketplace.',
    );
  const read = decodeActivities(records, now, ownCoin.isOwn);
  const { items, unreadable: unreadableRecords, unknownKinds } = read;
  ownCoin.learn(read);
  const understood = items.filter(({ kind }) => kind !== 'unknown');
  const remarks = [
    ...transportRemarks(reply),
    ...(unreadableRecords.length === 0
      ? []
      : [`${unreadableRecords.length} of ${records.length} records cannot be read`]),
    ...(unknownKinds.length === 0 ? [] : [`kinds that the bot does not know: ${unknownKinds.join(', ')}`]),
  ];
  if (records.length > 0 && understood.length === 0)
    return bad(
      `GET ${activities} holds ${records.length} records, and the bot understands none of them.`,
      'No alert can be made of them: open an issue with the answer of that address.',
      remarks,
    );
  const message = `GET ${activities}: the bot understands ${understood.length} of ${records.length} records`;
  if (remarks.length > 0)
    return warning(`${message}.`, 'What it does not understand is skipped and makes no alert.', remarks);
  return good(`${message} (${reply.answeredAt - reply.askedAt} ms).`);
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

function textField(record: unknown, name: string): string | null {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Checks an endpoint that only some deployments have (field notes: A token endpoint). Its absence is no problem. */
async function tokenEndpoint(get: (path: string) => Promise<Reply>, tokens: Reply): Promise<CheckResult> {
  const id = tokens.answered ? textField(firstOf(tokens.body, 'tokens'), 'id') : null;
  const reply = id === null ? null : await get(`/api/tokens/${id.replace('-', '/')}`);
  const isThere = reply?.answered === true && reply.status === 200 && reply.body !== undefined;
  return good(
    isThere
      ? 'Beyond its document the marketplace has an endpoint for single tokens.'
      : 'The marketplace has no endpoint for single tokens, which its document does not show either; the bot works without one.',
  );
}

/** Encodes a slug as a URL path segment, unless it is already percent-encoded. */
function segmentOf(slug: string): string {
  return /%[\da-f]{2}/i.test(slug) ? slug : encodeURIComponent(slug);
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

/**
 * Checks every marketplace endpoint that the bot uses against its documentation. Returns one of the answers, for
 * checking the clock; `null` if there are none.
 * @param now epoch ms
 */
export async function* checkMarketplace(
  ask: Ask,
  { marketplaceUrl: url, currency }: Pick<Config, 'marketplaceUrl' | 'currency'>,
  now: () => number,
): Check<Answer | null> {
  const get = (path: string): Promise<Reply> => ask(`${url}${path}`);
  const list = await get(collections.path);
  const addressProblem = checkAddress(list, url);
  if (addressProblem !== null || !list.answered) {
    yield addressProblem ?? bad('The marketplace does not answer.', 'Check MARKETPLACE_URL.');
    return null;
  }
  yield checkAnswer(collections, list);
  const ownCoin = createOwnCoin(currency);
  const feed = await get(activities);
  yield checkFeed(feed, now(), ownCoin);
  yield* checkCoin(ownCoin, currency);
  const odd = await checkFeedOrder(
    feedRecords(feed, now(), ownCoin),
    async () => feedRecords(await get(nextActivities), now(), ownCoin),
    now(),
  );
  if (odd !== null) yield odd;
  const first = firstOf(list.body, 'collections');
  const collection = textField(first, 'address');
  if (collection === null) {
    yield warning(
      'The marketplace lists no collection, so that its other endpoints cannot be checked.',
      'Run the doctor again when it has one.',
    );
    return list;
  }
  const holders = holdersOf(collection);
  const holdersReply = await get(holders.path);
  yield checkAnswer(holders, holdersReply);
  const slug = textField(first, 'path');
  const samples = {
    collection,
    slug: slug === null ? null : segmentOf(slug),
    holder: holdersReply.answered ? textField(firstOf(holdersReply.body, 'holders'), 'address') : null,
  };
  let tokens = holdersReply;
  for (const endpoint of sampledEndpoints(samples)) {
    const reply = await get(endpoint.path);
    if (endpoint.list === 'tokens') tokens = reply;
    yield checkAnswer(endpoint, reply);
  }
  yield await tokenEndpoint(get, tokens);
  return list;
}
