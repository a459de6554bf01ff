import type { Notifier } from '#src/outbox/notifier.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import type { Post } from '#src/store/model/delivery.ts';
import { type PlantedBug, type ReplacedExports, type Replacement, replace } from './replaced-exports.ts';

type DispatcherDeps = Parameters<ReplacedExports['createDispatcher']>[0];
type Outbox = DispatcherDeps['outbox'];

/** As `src/outbox/post-sender.ts` has it, ms. */
const NONCE_WINDOW_MS = 60_000;
/** Discord's limit, requests per second. */
const DISCORD_LIMIT = 50;

/** The queues of channels and people get something else than they should. */
const withOther = (other: (deps: DispatcherDeps) => Partial<DispatcherDeps>): Replacement =>
  replace('createDispatcher', (real) => (deps) => real({ ...deps, ...other(deps) }));

const withOutbox = (other: (outbox: Outbox, deps: DispatcherDeps) => Partial<Outbox>): Replacement =>
  withOther((deps) => ({ outbox: { ...deps.outbox, ...other(deps.outbox, deps) } }));

const withNotifier = (other: (notifier: Notifier) => Partial<Notifier>): Replacement =>
  withOther(({ notifier }) => ({ notifier: { ...notifier, ...other(notifier) } }));

/** A failed request to post is taken for something else. */
const withOutcome = (other: (outcome: SendOutcome) => SendOutcome): Replacement =>
  replace('outcomeOfFailure', (real) => (error) => other(real(error)));

/** The queue sees other posts than are stored; a search for one gets the stored one. */
const withPosts = (
  createOther: (deps: DispatcherDeps) => (post: Post, isRetry: boolean) => Post,
): Replacement =>
  withOther((deps) => {
    const { outbox, notifier } = deps;
    const other = createOther(deps);
    const stored = new Map<number, Post>();
    function seen(post: Post, isRetry: boolean): Post {
      stored.set(post.id, post);
      return other(post, isRetry);
    }
    return {
      outbox: {
        ...outbox,
        async channelWork(channelId, limit) {
          const work = await outbox.channelWork(channelId, limit);
          const { unsettled } = work;
          return unsettled === null ? work : { ...work, unsettled: seen(unsettled, false) };
        },
        retryPost: async (...given) => seen(await outbox.retryPost(...given), true),
      },
      notifier: {
        ...notifier,
        readBack: (post, target) => notifier.readBack(stored.get(post.id) ?? post, target),
      },
    };
  });

/** The nonce of a message counts as kept when it was so before the wait, which is between two readings of the post. */
function judgedBeforeTheWait({ clock, notifier }: DispatcherDeps): (post: Post, isRetry: boolean) => Post {
  const judged = new Map<number, { readonly now: boolean; readonly next: boolean }>();
  return (post, isRetry) => {
    const before = judged.get(post.id);
    const now = (isRetry ? before?.now : before?.next) === true;
    if (!isRetry) judged.set(post.id, { now, next: clock.now() - post.firstTryAt < NONCE_WINDOW_MS });
    return now ? { ...post, firstTryAt: clock.now(), firstClockOffsetMs: notifier.clockOffsetMs() } : post;
  };
}

/** Messages of which a process died while they were sent. */
async function sendingIn(outbox: Outbox): Promise<readonly number[]> {
  const found: number[] = [];
  for (const channelId of await outbox.channelsWithWork()) {
    const { unsettled } = await outbox.channelWork(channelId, 1);
    if (unsettled?.state === 'sending') found.push(unsettled.id);
  }
  return found;
}

/** Bugs on the way of a message from the outbox to Discord. */
export const DELIVERY_BUGS: readonly PlantedBug[] = [
  {
    name: 'the nonce window is checked before the wait',
    replacements: [withPosts(judgedBeforeTheWait)],
  },
  {
    name: 'the age of a nonce is measured by a clock that may have been set back',
    replacements: [
      withPosts(({ notifier }) => (post) => ({ ...post, firstClockOffsetMs: notifier.clockOffsetMs() })),
    ],
  },
  {
    name: 'read-back has no end',
    replacements: [
      replace('readBackWindow', (real) => (...given) => ({ ...real(...given), to: null })),
    ],
  },
  {
    name: 'the newest alert is posted first',
    replacements: [
      withOutbox((outbox) => ({
        async channelWork(channelId, limit) {
          const work = await outbox.channelWork(channelId, limit);
          return { ...work, pending: work.pending.slice(-1) };
        },
      })),
    ],
  },
  {
    name: 'Retry-After is dropped',
    replacements: [
      replace(
        'retryDelayMs',
        (real) =>
          (_retryAfterMs, ...rest) =>
            real(null, ...rest),
      ),
    ],
  },
  {
    name: 'a pause from a wrong clock is kept',
    replacements: [
      withOutbox((outbox) => ({
        channelWork: async (...given) => ({ ...(await outbox.channelWork(...given)), waitMs: null }),
      })),
    ],
  },
  {
    name: 'an edit that Discord refuses for now counts as done',
    replacements: [
      withNotifier((notifier) => ({
        async edit(...given) {
          const outcome = await notifier.edit(...given);
          return outcome.type === 'later' ? { type: 'done' } : outcome;
        },
      })),
    ],
  },
  {
    name: 'an edit overtakes its message: what changed while it was sent is never shown',
    replacements: [
      withOutbox((outbox) => {
        const channelOf = new Map<number, string>();
        const noted = (post: Post): Post => {
          channelOf.set(post.id, post.channelId);
          return post;
        };
        return {
          startPost: async (...given) => noted(await outbox.startPost(...given)),
          retryPost: async (...given) => noted(await outbox.retryPost(...given)),
          async markSent(postId, sent) {
            const settled = await outbox.markSent(postId, sent);
            const { staleMessages } = await outbox.channelWork(channelOf.get(postId) ?? '', 1);
            const stale = staleMessages.find(({ id, isLive }) => id === postId && !isLive);
            if (stale !== undefined) await outbox.markShown(postId, stale.changes);
            return settled;
          },
        };
      }),
    ],
  },
  {
    name: 'a lost answer counts as a refusal',
    replacements: [
      withOutcome((outcome) =>
        outcome.type === 'ambiguous' && !outcome.serverError
          ? { type: 'refused', retryAfterMs: null, detail: outcome.detail }
          : outcome,
      ),
    ],
  },
  {
    name: 'a 5xx counts as a refusal',
    replacements: [
      withOutcome((outcome) =>
        outcome.type === 'ambiguous' && outcome.serverError
          ? { type: 'refused', retryAfterMs: null, detail: outcome.detail }
          : outcome,
      ),
    ],
  },
  {
    name: 'the nonce changes with every try',
    replacements: [
      withNotifier((notifier) => ({
        send: (post, ...rest) =>
          notifier.send({ ...post, nonce: `${post.nonce.slice(0, 18)}${post.attempts}` }, ...rest),
      })),
    ],
  },
  {
    name: 'a start takes what was under way for absent',
    replacements: [
      withOutbox((outbox) => ({
        async recover() {
          const sending = await sendingIn(outbox);
          await outbox.recover();
          for (const id of sending) await outbox.markAmbiguous(id, { notBefore: 0, stillAbsent: true });
        },
      })),
    ],
  },
  {
    name: 'an absent message is taken for posted',
    replacements: [
      withNotifier((notifier) => ({
        async readBack(post, target) {
          const seen = await notifier.readBack(post, target);
          return seen.type === 'absent' && post.attempts > 1
            ? { type: 'found', messageId: post.nonce }
            : seen;
        },
      })),
    ],
  },
  {
    name: 'permits are granted without measure',
    replacements: [
      withOther(({ discordLimit = DISCORD_LIMIT }) => ({ discordLimit: 10 * discordLimit })),
      // The client of the outbox has a limit of its own, so that a mistake in one of the two does no harm.
      replace(
        'createOutboxRest',
        (real) => (options) =>
          real({ ...options, discordLimit: 10 * (options.discordLimit ?? DISCORD_LIMIT) }),
      ),
    ],
  },
  {
    name: 'alerts expire by a clock that leapt ahead',
    replacements: [
      replace(
        'createAgeClock',
        () =>
          ({ now }) =>
            now,
      ),
    ],
  },
  {
    name: 'an edit that Discord always answers with 500 holds all others up',
    replacements: [
      replace('createFailingMessages', (real) => (deps) => ({ ...real(deps), isAtFault: () => false })),
    ],
  },
  {
    name: 'a refusal of direct messages does not pause',
    replacements: [
      withOutbox((outbox, { people, clock }) => ({
        async stopQueue(channelId, stop) {
          const [, userId] = /^dm:(.+)$/.exec(channelId) ?? [];
          if (userId === undefined) return outbox.stopQueue(channelId, stop);
          await people.holdUntil(userId, clock.now() + 10_000);
          return false;
        },
      })),
    ],
  },
];
