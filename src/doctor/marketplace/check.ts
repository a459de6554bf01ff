import { decodeActivities } from '../../marketplace/map/activity.ts';
import type { Answer, Ask, Reply } from '../ask.ts';
import { bad, type Check, type Finding, good, warning } from '../finding.ts';
import { isRecord } from '../record.ts';
import { activities, collections, firstOf, furtherEndpoints, holdersOf } from './endpoints.ts';
import { judge, manners, unreadable } from './judge.ts';

/** Names of lists that the feed is read from (`marketplace/endpoints/trades.ts`); its document shows none. */
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

function feedIn(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const found = isRecord(body) ? FEED_LISTS.map((name) => body[name]).find(Array.isArray) : undefined;
  return found ?? null;
}

/** The feed's records are not documented, so what counts is whether the bot understands them. */
function judgeFeed(reply: Reply, now: number): Finding {
  const refused = unreadable(activities, reply);
  if (refused !== null || !reply.answered) return refused ?? bad('The feed brings no answer.', 'Try again.');
  const records = feedIn(reply.body);
  if (records === null)
    return bad(
      `GET ${activities} has no list of activities in its answer.`,
      'No alert can be made of it; tell those who run the marketplace.',
    );
  const { items, unreadable: lost, unknownKinds } = decodeActivities(records, now);
  const told = items.filter(({ kind }) => kind !== 'unknown');
  const remarks = [
    ...manners(reply),
    ...(lost.length === 0 ? [] : [`${lost.length} of ${records.length} records cannot be read`]),
    ...(unknownKinds.length === 0 ? [] : [`kinds that the bot does not know: ${unknownKinds.join(', ')}`]),
  ];
  if (records.length > 0 && told.length === 0)
    return bad(
      `GET ${activities} holds ${records.length} records, and the bot understands none of them.`,
      'No alert can be made of them: open an issue with the answer of that address.',
      remarks,
    );
  const says = `GET ${activities}: the bot understands ${told.length} of ${records.length} records`;
  if (remarks.length > 0)
    return warning(`${says}.`, 'What it does not understand is skipped and makes no alert.', remarks);
  return good(`${says} (${reply.answeredAt - reply.askedAt} ms).`);
}

function textIn(record: unknown, name: string): string | null {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Endpoints that only some deployments have (field notes: A token endpoint, Offers). Either is fine. */
async function optionalEndpoints(get: (path: string) => Promise<Reply>, tokens: Reply): Promise<Finding> {
  const id = tokens.answered ? textIn(firstOf(tokens.body, 'tokens'), 'id') : null;
  const token = id === null ? null : `/api/tokens/${id.replace('-', '/')}`;
  const has = async (path: string | null) => {
    const reply = path === null ? null : await get(path);
    return reply?.answered === true && reply.status === 200 && reply.body !== undefined;
  };
  const found = [
    ...((await has(token)) ? ['single tokens'] : []),
    ...((await has('/api/offers?page=1&limit=1')) ? ['offers'] : []),
  ];
  if (found.length > 0)
    return good(`Beyond its document the marketplace has an endpoint for ${found.join(' and ')}.`);
  return good(
    'The marketplace has none of the endpoints that its document does not show; the bot does without.',
  );
}

/** A path slug as it goes into a path; one that is written in its encoded form stays as it is. */
function segmentOf(slug: string): string {
  return /%[\da-f]{2}/i.test(slug) ? slug : encodeURIComponent(slug);
}

function aboutAddress(reply: Reply, url: string): Finding | null {
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
 * Checks every endpoint of the marketplace that the bot reads against its document. Answers with one of its answers, for its
 * clock, or `null` when there was none.
 * @param now epoch ms
 */
export async function* checkMarketplace(ask: Ask, url: string, now: () => number): Check<Answer | null> {
  const get = (path: string): Promise<Reply> => ask(`${url}${path}`);
  const list = await get(collections.path);
  const misled = aboutAddress(list, url);
  if (misled !== null || !list.answered) {
    yield misled ?? bad('The marketplace does not answer.', 'Check MARKETPLACE_URL.');
    return null;
  }
  yield judge(collections, list);
  yield judgeFeed(await get(activities), now());
  const first = firstOf(list.body, 'collections');
  const collection = textIn(first, 'address');
  if (collection === null) {
    yield warning(
      'The marketplace lists no collection, so that its other endpoints cannot be looked at.',
      'Run the doctor again when it has one.',
    );
    return list;
  }
  const holders = holdersOf(collection);
  const held = await get(holders.path);
  yield judge(holders, held);
  const slug = textIn(first, 'path');
  const samples = {
    collection,
    slug: slug === null ? null : segmentOf(slug),
    holder: held.answered ? textIn(firstOf(held.body, 'holders'), 'address') : null,
  };
  let tokens = held;
  for (const endpoint of furtherEndpoints(samples)) {
    const reply = await get(endpoint.path);
    if (endpoint.list === 'tokens') tokens = reply;
    yield judge(endpoint, reply);
  }
  yield await optionalEndpoints(get, tokens);
  return list;
}
