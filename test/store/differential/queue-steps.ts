import * as fc from 'fast-check';
import { channelId, flag, index, PLAIN, roles } from './arbitraries.ts';
import { keyOf, type Model } from './model.ts';
import type { Call, View } from './pair.ts';
import { inOrder } from './queue-work.ts';
import { type Step, stepOf } from './step.ts';
import { choose, guildOf, isModelled, rowsOf, unsettledIn } from './view.ts';

const SIX_HOURS_MS = 6 * 3_600_000;

/** Pending deliveries of the channel as they are sent. */
const pendingIn = ({ state }: View, of: string) =>
  inOrder(rowsOf(state, 'deliveries', { channelId: of, state: 'pending' }));

const startPost = stepOf(
  'startPost',
  fc.record(
    {
      channelId,
      count: fc.constantFrom(1, 1, 1, 2, 4),
      layout: fc.constantFrom('card' as const, 'card' as const, 'summary' as const),
      offset: fc.option(fc.integer({ min: -99, max: 99 })),
      roles,
      twice: flag,
    },
    PLAIN,
  ),
  ({ channelId: to, count, layout, offset, roles: pingRoleIds, twice }, view) => {
    const chosen = pendingIn(view, to).slice(0, count);
    const keys = chosen
      .filter(({ alertId }) => isModelled(view.state, alertId))
      .map(({ alertId }) => keyOf(view.state, alertId));
    const call: Call = {
      method: 'startPost',
      run: (store, id) =>
        store.startPost({
          channelId: to,
          deliveryIds: chosen.map((row) => id('deliveries', Number(row['id']))),
          nonce: `nonce ${view.now}`,
          at: view.now,
          clockOffsetMs: offset,
          layout,
          pingRoleIds,
        }),
      model: (model) => model.begin(to, keys),
    };
    // The second one is refused: the queue has a message whose outcome is unknown.
    return twice ? [call, call] : [call];
  },
);

type Settle = (given: {
  readonly store: Parameters<Call['run']>[0];
  readonly post: number;
  readonly now: number;
}) => Promise<unknown>;

/** A step that changes the unsettled message of a channel; another message, or none, where there is none. */
function onPost<T>(
  method: Call['method'],
  given: fc.Arbitrary<T>,
  run: (given: T) => Settle,
  model: (model: Model, channelId: string, given: T, result: unknown) => void,
): fc.Arbitrary<Step> {
  return stepOf(method, fc.tuple(channelId, index, given), ([to, any, arguments_], { state, now }) => {
    const unsettled = unsettledIn(state, to);
    const post = unsettled === undefined ? choose(rowsOf(state, 'posts'), any) : Number(unsettled['id']);
    const channel = unsettled === undefined ? rowsOf(state, 'posts', { id: post })[0]?.['channelId'] : to;
    // A settled one is refused, or nothing happens.
    const isUnsettled = rowsOf(state, 'posts', { id: post, settledAt: null }).length > 0;
    return [
      {
        method,
        run: (store, id) => run(arguments_)({ store, post: id('posts', post ?? 0), now }),
        model(of, result) {
          if (isUnsettled) model(of, String(channel), arguments_, result);
        },
      },
    ];
  });
}

const retryPost = onPost(
  'retryPost',
  fc.record(
    { newWindow: flag, layout: fc.constantFrom('card' as const, 'text' as const, 'summary' as const) },
    PLAIN,
  ),
  (given) =>
    ({ store, post, now }) =>
      store.retryPost(post, { at: now, ...given }),
  () => undefined,
);

const markSent = onPost(
  'markSent',
  fc.record(
    {
      messageId: fc.constantFrom('m1', 'm2', 'm1', null),
      publish: flag,
      leftOut: fc.constantFrom([], ['picture' as const], ['link' as const, 'picture' as const]),
    },
    PLAIN,
  ),
  (given) =>
    ({ store, post, now }) =>
      store.markSent(post, { at: now, ...given }),
  (model, to) => model.settle(to),
);

const markAmbiguous = onPost(
  'markAmbiguous',
  fc.tuple(fc.option(fc.nat(9_000)), flag),
  ([pause, stillAbsent]) =>
    ({ store, post, now }) =>
      pause === null
        ? store.markAmbiguous(post)
        : store.markAmbiguous(post, { notBefore: now + pause, stillAbsent }),
  () => undefined,
);

const release = onPost(
  'release',
  fc.record({ notBefore: fc.nat(99), alone: flag }, PLAIN),
  (given) =>
    ({ store, post }) =>
      store.release(post, given),
  (model, to) => model.release(to),
);

/** The facts that the sender read before its request: those that are recorded, or none. */
const seenFacts = fc.constantFrom('recorded' as const, 'none' as const, 'any' as const);

function factsIn({ state }: View, to: string, seen: 'recorded' | 'none'): number | null {
  const checkedAt = rowsOf(state, 'channelFacts', { channelId: to })[0]?.['checkedAt'];
  return seen === 'recorded' && typeof checkedAt === 'number' ? checkedAt : null;
}

const holdPost = onPost(
  'holdPost',
  fc.constantFrom('unreadable' as const, 'crowded' as const),
  (reason) =>
    ({ store, post }) =>
      store.holdPost(post, reason, null),
  (model, to, reason, result) => {
    if (result !== 'readable') model.hold(to, reason);
  },
);

const markDead = onPost(
  'markDead',
  fc.constantFrom('refused' as const, 'unverifiable' as const),
  (reason) =>
    ({ store, post }) =>
      store.markDead(post, reason),
  (model, to) => model.settle(to),
);

const resolveHeldPost = stepOf(
  'resolveHeldPost',
  fc.tuple(channelId, fc.constantFrom('posted' as const, 'absent' as const), flag),
  ([to, verdict, ofAnother], { state }) => {
    const post = unsettledIn(state, to);
    const guildId = String(rowsOf(state, 'channelQueues', { channelId: to })[0]?.['guildId']);
    return [
      {
        method: 'resolveHeldPost',
        run: (store, id) =>
          store.resolveHeldPost(ofAnother ? 'another' : guildId, id('posts', Number(post?.['id'])), verdict),
        model(model, result) {
          if (result === to) model.resolve(to, verdict);
        },
      },
    ];
  },
);

const expire = stepOf(
  'expire',
  fc.tuple(channelId, fc.integer({ min: 0, max: 90_000 })),
  ([to, age], view) => {
    const at = view.now + SIX_HOURS_MS - age * 1_000;
    const summarisedUpTo = Number(
      rowsOf(view.state, 'channelQueues', { channelId: to })[0]?.['summarisedUpTo'] ?? 0,
    );
    const expired = pendingIn(view, to).filter(
      ({ expiresAt, isUrgent, id }) =>
        Number(expiresAt) < at && (isUrgent === true || Number(id) > summarisedUpTo),
    );
    return [
      {
        method: 'expire',
        run: (store) => store.expire(to, at),
        model: (model) =>
          model.expire(
            to,
            expired.map(({ alertId }) => keyOf(view.state, alertId)),
          ),
      },
    ];
  },
);

const summariseWaiting = stepOf('summariseWaiting', fc.tuple(channelId, flag), ([to, includeUrgent]) => [
  { method: 'summariseWaiting', run: (store) => store.summariseWaiting(to, { includeUrgent }) },
]);

const stopQueue = stepOf(
  'stopQueue',
  fc.tuple(
    channelId,
    fc.constantFrom('paused' as const, 'closed' as const),
    fc.constantFrom(50_001, 50_013, 10_003),
    seenFacts,
  ),
  ([to, state, code, seen], view) => [
    {
      method: 'stopQueue',
      run: (store) =>
        store.stopQueue(to, {
          state,
          code,
          ...(seen === 'any' ? {} : { seenFacts: factsIn(view, to, seen) }),
        }),
      model(model, result) {
        if (result === true) model.stop(to, state, code);
      },
    },
  ],
);

const recordFacts = stepOf(
  'recordFacts',
  fc.tuple(
    channelId,
    fc.option(
      fc.record(
        {
          missingPermissions: fc.subarray(['Send Messages', 'Embed Links']),
          isHistoryReadable: flag,
          isPublishing: flag,
          isAttachingFiles: flag,
          missingRoleIds: roles,
        },
        PLAIN,
      ),
      { freq: 5 },
    ),
  ),
  ([to, facts]) => [
    {
      method: 'recordFacts',
      run: (store) => store.recordFacts([{ channelId: to, guildId: guildOf(to), facts }]),
    },
  ],
);

/** A stale message of any channel; if there is none, any live message. */
const staleMessage = ({ state }: View, which: number): number =>
  choose(
    rowsOf(state, 'posts').filter(({ staleSince }) => staleSince !== null),
    which,
  ) ??
  choose(rowsOf(state, 'liveMessages'), which, 'postId') ??
  0;

/** Now and then of an older change than the last. */
const markShown = stepOf(
  'markShown',
  fc.tuple(index, fc.constantFrom(0, 0, 0, 1, 2)),
  ([which, less], view) => {
    const post = staleMessage(view, which);
    const changes = Number(rowsOf(view.state, 'posts', { id: post })[0]?.['changes'] ?? 0);
    return [
      {
        method: 'markShown',
        run: (store, id) => store.markShown(id('posts', post), Math.max(0, changes - less)),
      },
    ];
  },
);

const abandonMessage = stepOf('abandonMessage', index, (which, view) => [
  {
    method: 'abandonMessage',
    run: (store, id) => store.abandonMessage(id('posts', staleMessage(view, which))),
  },
]);

const leaveToCard = stepOf('leaveToCard', fc.tuple(index, flag), ([which, orPost], { state }) => {
  const live = rowsOf(state, 'deliveries', { state: 'pending' }).filter(({ liveKey }) => liveKey !== null);
  return [
    {
      method: 'leaveToCard',
      run: (store, id) => store.leaveToCard(id('deliveries', choose(live, which) ?? 0), { orPost }),
    },
  ];
});

const noteEditProblem = stepOf(
  'noteEditProblem',
  fc.tuple(channelId, fc.constantFrom(50_083, 160_005, null)),
  ([to, code]) => [{ method: 'noteEditProblem', run: (store) => store.noteEditProblem(to, code) }],
);

const markPublished = stepOf('markPublished', index, (which, { state }) => [
  {
    method: 'markPublished',
    run: (store, id) =>
      store.markPublished(id('posts', choose(rowsOf(state, 'posts', { publish: 'wanted' }), which) ?? 0)),
  },
]);

const recover = stepOf('recover', fc.constant(null), () => [
  { method: 'recover', run: (store) => store.recover() },
]);

const openForRetry = stepOf('openForRetry', fc.integer({ min: 1, max: 3 }), (limit) => [
  {
    method: 'openForRetry',
    run: (store) => store.openForRetry(limit),
    model(model, result) {
      for (const channelId of Array.isArray(result) ? result : []) model.retry(String(channelId));
    },
  },
]);

export const QUEUE_STEPS: readonly fc.Arbitrary<Step>[] = [
  startPost,
  startPost,
  startPost,
  retryPost,
  markSent,
  markSent,
  markSent,
  markAmbiguous,
  release,
  holdPost,
  markDead,
  resolveHeldPost,
  expire,
  summariseWaiting,
  stopQueue,
  openForRetry,
  recordFacts,
  markShown,
  abandonMessage,
  leaveToCard,
  noteEditProblem,
  noteEditProblem,
  markPublished,
  recover,
];
