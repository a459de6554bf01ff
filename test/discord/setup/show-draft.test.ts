import { InteractionResponseType, InteractionType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateInteractionResponse } from '../../../sandbox/discord/validation/interaction-response.ts';
import { beginNew } from '../../../src/discord/setup/begin-draft.ts';
import { filterForm, tokensForm } from '../../../src/discord/setup/draft-forms.ts';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../../src/domain/alert-kind.ts';
import type { Rule } from '../../../src/domain/subscription.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../support/build-activity.ts';
import { saleAlert } from '../../support/build-alert.ts';
import { asking, expectTaken } from '../answers/answering.ts';
import { summary } from '../command-services.ts';
import { TRICKS } from '../nasty-text.ts';
import { anySetRule } from '../rule-input/any-set-rule.ts';
import { longSettings } from '../views/view-context.ts';

const CHANNEL = '300000000000000001';
const matching = Array.from({ length: 50 }, (_, number) => saleAlert(number));
const preview = async () => ({ of: 50, matching, auctionsOnly: false });

/** A rule with everything in it, as long as it can be. */
function longRule(text: string): Rule {
  const many = (from: number) => Array.from({ length: 25 }, (_, number) => address(from + number));
  return {
    kinds: ALERT_KINDS,
    endingLead: 60,
    filter: {
      ...EVERYTHING,
      collections: { type: 'these', addresses: many(0xc0) },
      priceFrom: 2n ** 255n,
      priceTo: 2n ** 256n - 1n,
      belowFloorPercent: 99,
      rankAtMost: 1_000_000_000,
      traits: {
        mode: 'all',
        traits: Array.from({ length: 25 }, () => ({ type: text.slice(0, 200), value: text.slice(0, 200) })),
      },
      onlyWallets: many(0x100),
      notWallets: many(0x200),
      quantityFrom: 10n ** 77n,
    },
  };
}

describe('a set-up that waits for its confirmation', () => {
  it('is a message that Discord takes, whatever the rule', async () => {
    await fc.assert(
      fc.asyncProperty(anySetRule, async (rule) => {
        expectTaken(
          await beginNew({ channelId: CHANNEL, rule }, asking({ mayManage: true, known: { preview } })),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each(TRICKS)(
    'is a message that Discord takes with the longest rule and names: %s',
    async (_name, text) => {
      const collections = Array.from({ length: 25 }, (_, number) =>
        summary({ address: address(0xc0 + number), name: text.repeat(20) }),
      );
      const advice = [
        { name: 'Read Message History', without: 'an alert whose answer was lost is given up' },
      ];
      const context = asking({
        mayManage: true,
        known: { preview, collections, lacksForComfort: advice },
        view: longSettings,
      });
      const answer = await beginNew({ channelId: CHANNEL, rule: longRule(text.repeat(10)) }, context);
      expectTaken(answer);
      expect(answer.content).not.toMatch(/@(?!\u200b)/);
    },
  );

  it.each([filterForm, tokensForm])('opens forms that Discord takes, with whatever fits: %o', (form) => {
    const context = asking({ mayManage: true });
    const draft = {
      ...longRule('x'.repeat(200)),
      id: 'abcdefghijkl',
      guildId: context.guildId,
      channelId: CHANNEL,
      userId: context.asker,
      changes: null,
      createdAt: 0,
    };
    const opened = form(draft, context);
    expect(opened.components.length).toBeLessThanOrEqual(5);
    expect(JSON.stringify(opened)).not.toContain('…');
    expect(
      flatErrors(
        validateInteractionResponse(
          { type: InteractionResponseType.Modal, data: opened },
          InteractionType.MessageComponent,
        ),
      ),
    ).toEqual([]);
  });
});
