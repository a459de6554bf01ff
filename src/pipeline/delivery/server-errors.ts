import type { Post } from '../../domain/delivery.ts';
import type { Elsewhere } from './elsewhere.ts';

/** The 5xx answers of one lane, and whether the message or Discord is to blame for them. */
export interface ServerErrors {
  /** Discord answered 5xx to the lane's message. */
  note(): void;
  /** Discord took a message of the lane: what failed before it is over. */
  end(): void;
  /** The message is tried in another form from now on. */
  changedForm(): void;
  /** Whether Discord fails at this message and takes others, for so long that another form is to be tried. */
  areOfMessage(post: Pick<Post, 'form' | 'alerts'>): boolean;
}

/** So many 5xx in a row, each while other messages go through. */
const TRIES = 3;
/** How long a lane has met nothing but 5xx before its alert loses its embed, and before it is given up. */
const PLAIN_AFTER_MS = 90_000;
const DEAD_AFTER_MS = 180_000;

/** Alerts that are tried one by one, or in a smaller summary, lose nothing by it. */
function patienceMs({ form, alerts }: Pick<Post, 'form' | 'alerts'>): number {
  if (alerts.length > 1) return 0;
  return form === 'plain' ? DEAD_AFTER_MS : PLAIN_AFTER_MS;
}

/**
 * Discord answers 500 for ever to some messages that it should call invalid. While it fails elsewhere too, or nothing was
 * posted elsewhere that could tell, it counts as out of order, and no message is blamed.
 * @param deps.now epoch ms
 */
export function createServerErrors(deps: {
  readonly channelId: string;
  readonly elsewhere: Elsewhere;
  readonly now: () => number;
}): ServerErrors {
  const { channelId, elsewhere, now } = deps;
  /** Of the first since the lane's last message, epoch ms. */
  let since: number | null = null;
  let tries = 0;

  return {
    note() {
      since = Math.min(since ?? now(), now());
      tries = elsewhere.works(channelId, since) ? tries + 1 : 0;
    },
    end() {
      since = null;
      tries = 0;
    },
    changedForm() {
      tries = 0;
    },
    areOfMessage(post) {
      if (since === null || tries < TRIES || !elsewhere.works(channelId, since)) return false;
      return now() - since >= patienceMs(post);
    },
  };
}
