import type { Observation } from '../observation.ts';
import { createPostedReader, type PostedInChannel } from '../posted.ts';
import { GUILD_ID, type SimulatedChannel } from '../world/discord/state.ts';
import type { MarketEvent } from '../world/market.ts';
import { type Due, type Expectations, expectationsOf } from './due.ts';
import { type Person, peopleOf } from './people.ts';

/** One channel: what was due there and what was posted. */
export interface ChannelContext {
  readonly channel: SimulatedChannel;
  readonly posted: PostedInChannel;
  readonly due: ReadonlyMap<number, Due>;
  /** When each event was first named there, by its number. */
  readonly postedAt: ReadonlyMap<number, number>;
}

/** One person with their direct messages. */
export interface PersonContext extends ChannelContext, Person {}

/** What the oracles share. */
export interface OracleContext extends Expectations {
  readonly observation: Observation;
  readonly channels: readonly ChannelContext[];
  /** Who watches something. */
  readonly people: readonly PersonContext[];
  eventOf(number: number): MarketEvent;
}

/** Looks for one kind of mistake, and returns sentences about those that it found. */
export type Oracle = (context: OracleContext) => readonly string[];

export function contextOf(observation: Observation): OracleContext {
  const { events } = observation;
  const expectations = expectationsOf(observation);
  const read = createPostedReader(events);
  const servers = observation.channels.filter(({ guildId, isVoice }) => guildId === GUILD_ID && !isVoice);

  function channelContext(channel: SimulatedChannel): ChannelContext {
    const posted = read(channel);
    return {
      channel,
      posted,
      due: new Map(events.map((event) => [event.number, expectations.due(channel.id, event)])),
      postedAt: new Map(posted.named.toReversed().map(({ number, at }) => [number, at])),
    };
  }

  return {
    ...expectations,
    observation,
    eventOf(number) {
      const event = events[number - 1];
      if (event === undefined) throw new Error(`There is no event ${number}.`);
      return event;
    },
    channels: servers.map(channelContext),
    people: peopleOf(observation).map((person) => ({ ...person, ...channelContext(person.channel) })),
  };
}

/** An event in words: `sale 12`. */
export const wordsFor = ({ kind, number }: MarketEvent): string => `${kind} ${number}`;
