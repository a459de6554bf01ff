import type { MarketAlert } from '../alert.ts';
import { kindOf } from '../kinds/registry.ts';
import type { MatchSubject } from '../match-subject.ts';
import { NONE_PENDING } from '../missing-details.ts';
import type { Silence } from './silence.ts';

/** A channel with its rules for an alert. */
interface Addressed {
  readonly channelId: string;
  readonly subscriptionIds: readonly number[];
}

/**
 * A channel for which silences leave out all of its rules. One of them counts the alert: with rules of which it is
 * summed up, the one that is.
 */
type Silenced<Channel> = Channel & { readonly silenceId: number };

/** The silences of all servers. */
export interface Silences {
  /** Returns the silences of a server, or of a user's watches, including those that are over; oldest first. */
  ofServer(guildId: string): readonly Silence[];
  /** Replaces the silences of a server. */
  replaceServer(guildId: string, silences: readonly Silence[]): void;
  /**
   * Leaves out the rules to which a silence applies at the time of the event. Channels without any other rule are
   * returned apart.
   * @param at epoch seconds; by default the time of the event
   */
  split<Channel extends Addressed>(
    alert: MarketAlert,
    channels: readonly Channel[],
    at?: number,
  ): { readonly channels: readonly Channel[]; readonly silenced: readonly Silenced<Channel>[] };
}

const isWhole = ({ scope }: Silence): boolean =>
  scope === 'server' || scope === 'channel' || scope === 'rule';

function coversSubject({ scope, target }: Silence, { collection, token, parties }: MatchSubject): boolean {
  switch (scope) {
    case 'server':
    case 'channel':
    case 'rule':
      return true;
    case 'collection':
      return collection === target;
    case 'token':
      return token === target;
    case 'wallet':
      return parties.named.some((wallet) => wallet === target);
    default:
      return scope satisfies never;
  }
}

/** Returns whether the silence is about this channel and rule, regardless of what the alert is about. */
const isAbout = (silence: Silence, channelId: string, ruleId: number): boolean =>
  (silence.channelId === null || silence.channelId === channelId) &&
  (silence.scope !== 'rule' || silence.target === String(ruleId));

/** Returns the silence among these that leaves out the alert; `null` for none. */
function coveringSilence(own: readonly Silence[], subjects: readonly MatchSubject[]): Silence | null {
  const whole = own.find(isWhole);
  if (whole !== undefined) return whole;
  let first: Silence | null = null;
  for (const subject of subjects) {
    const found = own.find((one) => coversSubject(one, subject));
    if (found === undefined) return null;
    first ??= found;
  }
  return first;
}

/**
 * Returns the silence that leaves out the alert for this rule; `null` for none. An alert about several tokens is only
 * left out if each of them is silenced. One that is not summed up goes first, so that no summary has what another
 * silence leaves out.
 */
function silenceOf(
  silences: readonly Silence[],
  subjects: readonly MatchSubject[],
  { channelId, ruleId }: { readonly channelId: string; readonly ruleId: number },
): Silence | null {
  const own = silences.filter((one) => isAbout(one, channelId, ruleId));
  const dropping = own.filter(({ isSummarised }) => !isSummarised);
  return coveringSilence(dropping, subjects) ?? coveringSilence(own, subjects);
}

/** For tests and tools without silences. */
export const NO_SILENCES: Pick<Silences, 'split'> = {
  split: (_alert, channels) => ({ channels, silenced: [] }),
};

/** @param guildIdOf returns the server of a channel; `null` if unknown */
export function createSilences(
  all: Iterable<Silence>,
  guildIdOf: (channelId: string) => string | null,
): Silences {
  const servers = new Map<string, readonly Silence[]>();
  for (const [guildId, silences] of Map.groupBy(all, ({ guildId }) => guildId))
    servers.set(guildId, silences);

  return {
    ofServer: (guildId) => servers.get(guildId) ?? [],
    replaceServer(guildId, silences) {
      if (silences.length === 0) servers.delete(guildId);
      else servers.set(guildId, silences);
    },
    split<Channel extends Addressed>(
      alert: MarketAlert,
      channels: readonly Channel[],
      at = alert.occurredAt,
    ) {
      if (servers.size === 0 || channels.length === 0) return { channels, silenced: [] };
      const moment = at * 1_000;
      let subjects: readonly MatchSubject[] | null = null;
      const posted: Channel[] = [];
      const silenced: Silenced<Channel>[] = [];
      for (const channel of channels) {
        const { channelId, subscriptionIds } = channel;
        const ofServer = servers.get(guildIdOf(channelId) ?? '') ?? [];
        const present = ofServer.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt);
        if (present.length === 0) {
          posted.push(channel);
          continue;
        }
        subjects ??= kindOf(alert).subjects(alert, NONE_PENDING);
        const rest: number[] = [];
        const found: { readonly ruleId: number; readonly silence: Silence }[] = [];
        for (const ruleId of subscriptionIds) {
          const silence = silenceOf(present, subjects, { channelId, ruleId });
          if (silence === null) rest.push(ruleId);
          else found.push({ ruleId, silence });
        }
        const summarised = found.filter(({ silence }) => silence.isSummarised);
        const counted = summarised[0] ?? found[0];
        if (counted === undefined) posted.push(channel);
        else if (rest.length > 0) posted.push({ ...channel, subscriptionIds: rest });
        else {
          const ids = (summarised.length > 0 ? summarised : found).map(({ ruleId }) => ruleId);
          silenced.push({ ...channel, subscriptionIds: ids, silenceId: counted.silence.id });
        }
      }
      return { channels: posted, silenced };
    },
  };
}
