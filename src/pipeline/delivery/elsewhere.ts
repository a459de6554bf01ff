/** What the messages of other channels tell of Discord as a whole. */
export interface Elsewhere {
  /** Discord took a message there. */
  accepted(channelId: string): void;
  /** Discord failed at a message there, or did not answer. */
  failed(channelId: string): void;
  /**
   * Whether Discord took messages of other channels in the minutes since `since` (epoch ms). What it took shortly before
   * counts as well, unless it has failed elsewhere after that: then it may be out of order as a whole.
   */
  works(channelId: string, since: number): boolean;
}

/** The same alert often goes to several channels at once, and one of them comes first. */
const SHORTLY_BEFORE_MS = 60_000;
/** What was taken longer ago says nothing of these minutes. */
const KNOWN_FOR_MS = 5 * 60_000;

interface Moment {
  readonly channelId: string;
  readonly at: number;
}

/** When something last happened, by channel; of two channels, because one of them may be the one that asks. */
function createLatest(now: () => number) {
  let latest: readonly Moment[] = [];
  return {
    note(channelId: string): void {
      const others = latest.filter((moment) => moment.channelId !== channelId);
      latest = [{ channelId, at: now() }, ...others].slice(0, 2);
    },
    /** `null` when it happened nowhere else. What lies ahead was noted before the clock was set back. */
    besides(channelId: string): number | null {
      const moment = latest.find((one) => one.channelId !== channelId && one.at <= now());
      return moment?.at ?? null;
    },
  };
}

/** @param now epoch ms */
export function createElsewhere(now: () => number): Elsewhere {
  const acceptances = createLatest(now);
  const failures = createLatest(now);
  return {
    accepted: acceptances.note,
    failed: failures.note,
    works(channelId, since) {
      const acceptedAt = acceptances.besides(channelId);
      if (acceptedAt === null || now() - acceptedAt > KNOWN_FOR_MS) return false;
      if (acceptedAt >= since) return true;
      const failedAt = failures.besides(channelId);
      return acceptedAt >= since - SHORTLY_BEFORE_MS && (failedAt === null || failedAt <= acceptedAt);
    },
  };
}
