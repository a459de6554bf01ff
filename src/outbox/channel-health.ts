/** Records whether Discord accepts messages in other channels, to distinguish a bad message from an outage. */
export interface ChannelHealth {
  /** Records that Discord accepted a message in this channel. */
  accepted(channelId: string): void;
  /**
   * Records that Discord answered 5xx to a message in this channel, did not answer, or refused it without blaming the
   * channel.
   */
  failed(channelId: string): void;
  /**
   * Returns whether Discord accepted messages in other channels since `since` (ms by the monotonic clock). One accepted
   * shortly before counts too, unless another channel failed after it, which suggests an outage.
   */
  othersWork(channelId: string, since: number): boolean;
  /**
   * Returns the result of the last message in any other channel within the last minute; `unknown` if there was none.
   */
  othersNow(channelId: string): 'work' | 'fail' | 'unknown';
  /** Returns whether another channel failed since `since` (ms by the monotonic clock), and none succeeded after it. */
  othersFail(channelId: string, since: number): boolean;
}

/** The same alert often goes to several channels at once, so an acceptance shortly before `since` counts. */
const SHORTLY_BEFORE_MS = 60_000;
/** Older successes say nothing about the current state. */
const MAX_AGE_MS = 5 * 60_000;

interface Moment {
  readonly channelId: string;
  readonly at: number;
}

/** Keeps the latest event of two different channels, because one of them may be the channel that asks. */
function createLatest(now: () => number) {
  let latest: readonly Moment[] = [];
  return {
    record(channelId: string): void {
      const others = latest.filter((moment) => moment.channelId !== channelId);
      latest = [{ channelId, at: now() }, ...others].slice(0, 2);
    },
    /** Returns the time of the latest event in another channel, ms; `null` for none. */
    inOtherChannel(channelId: string): number | null {
      const moment = latest.find((one) => one.channelId !== channelId);
      return moment?.at ?? null;
    },
  };
}

/** @param now ms by the monotonic clock */
export function createChannelHealth(now: () => number): ChannelHealth {
  const acceptances = createLatest(now);
  const failures = createLatest(now);
  /** Returns that time, ms; minus infinity for none. */
  const lastOf = ({ inOtherChannel }: typeof failures, channelId: string): number =>
    inOtherChannel(channelId) ?? Number.NEGATIVE_INFINITY;

  return {
    othersFail(channelId, since) {
      const failedAt = failures.inOtherChannel(channelId);
      const acceptedAt = acceptances.inOtherChannel(channelId);
      return failedAt !== null && failedAt >= since && (acceptedAt === null || acceptedAt < failedAt);
    },
    accepted: acceptances.record,
    othersNow(channelId) {
      const [acceptedAt, failedAt] = [lastOf(acceptances, channelId), lastOf(failures, channelId)];
      if (now() - Math.max(acceptedAt, failedAt) > SHORTLY_BEFORE_MS) return 'unknown';
      return acceptedAt > failedAt ? 'work' : 'fail';
    },
    failed: failures.record,
    othersWork(channelId, since) {
      const acceptedAt = acceptances.inOtherChannel(channelId);
      if (acceptedAt === null || now() - acceptedAt > MAX_AGE_MS) return false;
      if (acceptedAt >= since) return true;
      const failedAt = failures.inOtherChannel(channelId);
      return acceptedAt >= since - SHORTLY_BEFORE_MS && (failedAt === null || failedAt <= acceptedAt);
    },
  };
}
