import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTopics } from '#commands/alerts/rule-input/topics.ts';
import { isAuctionTopic } from '#src/alerts/kinds/auction/schema.ts';
import { EVENT_TOPICS, TOPICS } from '#src/alerts/kinds/registry.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { choiceFor, topicChoices } from '#src/discord/views/topic-choices.ts';
import { messagesFor } from '#src/messages/messages.ts';

const AUCTIONS = ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended', 'auction_cancelled'];
const { topics: messages } = messagesFor(DEFAULT_GUILD_SETTINGS.language);
const read = (text: string, option = 'here') => readTopics({ option, text }, messages);

describe('the topics of an alert', () => {
  it.each([
    ['sales', ['sale']],
    ['Sale', ['sale']],
    ['offers, sales', ['sale', 'offer']],
    ['auctions', AUCTIONS],
    ['Auctions and mints', ['mint', ...AUCTIONS]],
    ['everything', EVENT_TOPICS],
    ['all', EVENT_TOPICS],
    ['floor, recaps and everything', TOPICS],
    ['auction_ending', ['auction_ending']],
    ['bids', ['auction_bid']],
  ])('%s', (text, topics) => {
    expect(read(text).topics).toEqual(topics);
  });

  it('may be listings below floor, which says something about the price too', () => {
    expect(read('listings below floor')).toEqual({ topics: ['listing'], belowFloor: true });
    expect(read('listings').belowFloor).toBe(false);
  });

  it.each(['sails', ',', 'sales, nonsense'])('are not “%s”', (text) => {
    expect(() => read(text, 'alerts')).toThrow('in **alerts**');
  });

  it.each(TOPICS)('can be asked for one by one: %s', (topic) => {
    expect(choiceFor([topic], messages)).toBeDefined();
    const named = isAuctionTopic(topic) ? messages.auctions : messages.plural[topic];
    expect(messages.unknown).toContain(named);
  });

  it.each(TOPICS)('are understood as the bot calls them itself: %s', (topic) => {
    expect(read(messages.plural[topic]).topics).toEqual([topic]);
  });

  it('are understood as the sentence calls them that lists them', () => {
    const named = messages.unknown.replace('Choose from ', '').replace('.', '');

    expect(read(named).topics).toEqual(TOPICS);
  });

  it('are each understood by the name under which they are offered, in any company and order', () => {
    const choices = topicChoices(messages);
    const names = choices.map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.constantFrom(', ', ' and ', ',', ' + '),
        (some, glue) => {
          const wanted = new Set(
            choices.filter(({ name }) => some.includes(name)).flatMap(({ topics }) => topics),
          );
          expect(read(some.join(glue)).topics).toEqual(TOPICS.filter((topic) => wanted.has(topic)));
        },
      ),
    );
  });
});
