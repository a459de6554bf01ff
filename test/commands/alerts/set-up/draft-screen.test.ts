import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startNewDraft } from '#commands/alerts/set-up/draft-screen.ts';
import { filterModal, modalsFor } from '#commands/alerts/set-up/filter-modals.ts';
import { pingsModal } from '#commands/alerts/set-up/pings-modal.ts';
import { fields, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Draft, Rule } from '#src/alerts/subscription.ts';
import { validateInteractionResponse } from '../../../../sandbox/discord/validation/interaction-response.ts';
import { answerContext, expectAccepted } from '../../../discord/answers/answer-context.ts';
import { summary } from '../../../discord/command-services.ts';
import { TRICKS } from '../../../discord/nasty-text.ts';
import { longSettings } from '../../../discord/views/view-context.ts';
import { flatErrors } from '../../../sandbox/discord/validation/flat-errors.ts';
import { address } from '../../../support/build-activity.ts';
import { saleAlert } from '../../../support/build-alert.ts';
import { anySetRule } from '../rule-input/any-set-rule.ts';

const CHANNEL = '300000000000000001';
const matching = Array.from({ length: 50 }, (_, number) => saleAlert(number));
const preview = async () => ({
  matching,
  example: { alert: saleAlert(1), happened: true },
  weeklySales: 1_000_000,
});

/** A rule with everything in it, as long as it can be. */
function longRule(text: string): Rule {
  const many = (from: number) => Array.from({ length: 25 }, (_, number) => address(from + number));
  return {
    topics: TOPICS,
    pingRoles: Array.from({ length: MAX_PING_ROLES }, (_, number) => `60000000000000000${number}`),
    filter: {
      ...MATCH_ALL,
      collection: many(0xc0),
      price_from: 2n ** 255n,
      price_to: 2n ** 256n - 1n,
      below_floor: 99,
      rank: 1_000_000_000,
      traits: Array.from({ length: 25 }, () => ({ type: text.slice(0, 200), value: text.slice(0, 200) })),
      trait_mode: 'all',
      wallets: many(0x100),
      not_wallets: many(0x200),
      not_collections: many(0x300),
      not_tokens: many(0x400)
        .slice(0, 10)
        .map((collection) => `${collection}-${2n ** 256n - 1n}`),
      not_traits: Array.from({ length: 10 }, () => ({ type: text.slice(0, 200), value: text.slice(0, 200) })),
      amount: 10n ** 77n,
      ping_from: 2n ** 256n - 1n,
      ping_below_floor: 99,
      ping_rank: 1_000_000_000,
    },
  };
}

describe('a set-up that waits for its confirmation', () => {
  it('is a message that Discord takes, whatever the rule', async () => {
    await fc.assert(
      fc.asyncProperty(anySetRule, async (rule) => {
        expectAccepted(
          await startNewDraft(
            { channelId: CHANNEL, rule },
            answerContext({ mayManage: true, known: { preview } }),
          ),
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
      const advice = ['read-history'] as const;
      const context = answerContext({
        mayManage: true,
        known: { preview, collections, missingRecommended: advice },
        view: longSettings,
      });
      const answer = await startNewDraft({ channelId: CHANNEL, rule: longRule(text.repeat(10)) }, context);
      expectAccepted(answer);
      expect(answer.content).not.toMatch(/@(?!\u200b|&6\d+>)/);
    },
  );

  const draft: Draft = {
    ...longRule('x'.repeat(200)),
    id: 'abcdefghijkl',
    guildId: '200000000000000001',
    channelId: CHANNEL,
    changes: null,
  };

  it.each(modalsFor(draft))('opens modal %i that Discord takes, with whatever fits', (position) => {
    const context = answerContext({ mayManage: true });
    const opened = filterModal(position, draft, context);
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

  it('asks in its menus and modals for everything that a rule may say', async () => {
    const context = answerContext({ mayManage: true, known: { preview } });
    const bare = { ...draft, filter: MATCH_ALL };
    const shown = await startNewDraft({ channelId: CHANNEL, rule: bare }, context);
    const modals = modalsFor(bare).map((at) => filterModal(at, bare, context));
    const text = JSON.stringify([shown.components, modals, pingsModal(bare, context)]);
    const asked = ({ key }: { readonly key: string }) =>
      text.includes(`"custom_id":"${key}"`) || text.includes(`"value":"${key}=`);
    expect(fields.filter((field) => !asked(field))).toEqual([]);
  });
});
