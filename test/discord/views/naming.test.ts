import { describe, expect, it } from 'vitest';
import { tokenChoices } from '#commands/token-option.ts';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { address, sale } from '../../support/build-activity.ts';
import { auctionAlert, saleAlert, soldItem, sweepAlert } from '../../support/build-alert.ts';
import {
  answerContext,
  answerScreen,
  freshResult,
  pageFrom,
  renderAnswer,
} from '../answers/answer-context.ts';
import { bareOwned, bareProfile, bareToken } from '../bare-token.ts';
import { inMemoryServices } from '../command-services.ts';
import { postOf } from './any-alert.ts';
import { viewContext } from './view-context.ts';

const COLLECTION = address(0xc0);
const OWNER = address(0xb0);
const MARKS = ['✓', '✔️', '✅', '☑️', '√', 'Ⓥ'] as const;
/** A filler, a zero-width space, a private character, an accent without a letter. */
const INVISIBLE = ['\u3164', '\u200b\u2800', '\ue000', '\u0301\u0301', '', '  '] as const;
const LOOKS: readonly MessageSize[] = ['auto', 'big', 'normal', 'compact'];

/** All messages that contain a token of this name. */
function alertsOf(tokenName: string): readonly string[] {
  const item = soldItem({ collectionName: 'Punks', tokenName });
  const { token } = auctionAlert();
  const alerts: readonly MarketAlert[] = [
    saleAlert(7, { item }),
    sweepAlert(2, { items: [item, { ...item, tokenId: '8' }] }),
    auctionAlert({ token: { ...token, collectionName: 'Punks', tokenName } }),
  ];
  return alerts.flatMap((alert) => [
    ...LOOKS.map((look) => JSON.stringify(alertMessage(postOf([alert]), viewContext(), look))),
    ...(['text', 'summary'] as const).map((layout) =>
      JSON.stringify(alertMessage(postOf([alert], layout), viewContext(), 'normal')),
    ),
  ]);
}

/** All answers that name a token or a person so. */
async function answersOf(name: string): Promise<readonly string[]> {
  const context = answerContext({
    lookups: {
      token: async () => freshResult(bareToken({ name, owner: OWNER })),
      activities: async (query) => freshResult(pageFrom([sale({ tokenName: name })], query)),
      profile: async () => freshResult(bareProfile({ name })),
      owned: async (_who, query) => freshResult(pageFrom([bareOwned({ name })], query)),
    },
  });
  const owned = { at: 'owned', who: OWNER, page: 1, collection: null, listed: false } as const;
  const answers = await Promise.all([
    answerScreen({ at: 'token', collection: COLLECTION, tokenId: '7' }, context),
    answerScreen({ at: 'activity', collection: null, page: 1, filter: 'all' }, context),
    answerScreen({ at: 'profile', who: OWNER }, context),
    answerScreen({ ...owned, sort: 'acquiredAt' }, context),
  ]);
  return answers.map((answer) => JSON.stringify(answer));
}

describe('a token or a person whose name holds the mark of verified collections', () => {
  it.each(MARKS)('looks verified in no alert and no answer: %s', async (mark) => {
    const texts = [...alertsOf(`Twelve ${mark} #12`), ...(await answersOf(`Twelve ${mark} #12`))];
    expect(texts.filter((text) => text.includes(mark))).toEqual([]);
    // Some layouts of a sweep name no token.
    expect(texts.filter((text) => !text.includes('Twelve #12')).length).toBeLessThan(5);
  });

  it('looks verified in no suggestion', () => {
    const { services } = inMemoryServices({
      suggestions: {
        traits: () => [],
        tokens: () => [{ tokenId: '12', name: 'Twelve ✓' }],
        tokenName: () => null,
        auctions: () => [],
      },
    });
    expect(tokenChoices('12', COLLECTION, services)).toEqual([{ name: 'Twelve #12', value: '12' }]);
  });
});

describe('a name of which nothing can be seen', () => {
  it.each(INVISIBLE)('of a token gives way to its collection and number: %j', async (name) => {
    for (const text of alertsOf(name)) expect(text).toMatch(/Punks #\d|× Punks/);
    const [token, activity] = await answersOf(name);
    expect(token).toContain('"title":"Punks #7"');
    expect(activity).toContain('[Punks #7]');
  });

  it.each(INVISIBLE)('of a person gives way to the address: %j', async (name) => {
    const context = answerContext({
      lookups: { profile: async () => freshResult(bareProfile({ name })) },
    });
    const answer = await answerScreen({ at: 'profile', who: OWNER }, context);
    expect(renderAnswer(answer).title).toBe('0x0000…00b0');
  });
});
