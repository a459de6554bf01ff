import fc from 'fast-check';
import { expect } from 'vitest';
import { isMarketAlert, type MarketAlert } from '#src/alerts/kinds/registry.ts';
import { CARD_PARTS } from '#src/alerts/settings.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import { NO_CHARTS } from '#src/charts/drawn-charts.ts';
import { marksIn } from '#src/discord/posting/delivery-mark.ts';
import { alertMessage, rebuiltMessage } from '#src/discord/render/alert-message.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { anyTemplate } from '../../alerts/templates/any-template.ts';
import { goldenAlerts } from '../../golden/inputs.ts';
import { isFound } from '../../support/is-found.ts';
import { postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, anyLook } from '../views/view-context.ts';

const CHANNEL = '1000';
const ROLES = Array.from({ length: 5 }, (_, at) => `90000000000000000${at}`);

const golden: readonly MarketAlert[] = goldenAlerts().flatMap(({ alert }) =>
  isMarketAlert(alert) ? [alert] : [],
);

/**
 * Pairs of an alert and a template of its topic. Both are made once, because making one takes longer than drawing it.
 * @param pool templates of each topic
 */
function anyPair(
  pool: number,
): fc.Arbitrary<{ readonly alert: MarketAlert; readonly template: AlertTemplate }> {
  const topics = [...new Set(golden.map(({ topic }) => topic))];
  const pools = new Map(topics.map((topic) => [topic, fc.sample(anyTemplate(topic), pool)]));
  return fc.tuple(fc.nat(golden.length - 1), fc.nat(pool - 1)).map(([at, number]) => {
    const alert = golden[at];
    const template = alert === undefined ? undefined : pools.get(alert.topic)?.[number];
    if (alert === undefined || template === undefined) throw new Error('There is no such pair.');
    return { alert, template };
  });
}

const anyChoices = fc.record({
  view: anyContext,
  look: anyLook,
  marks: fc.constantFrom('component' as const, 'embed' as const),
  hidden: fc.subarray([...CARD_PARTS]),
  cardMessageId: fc.constantFrom(null, '5000'),
  roles: fc.subarray(ROLES),
  isEdited: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});

/** The text without the roles that the channel pings. */
const withoutPings = (text: string, roles: readonly string[]): string =>
  text.replace(roles.map((id) => `<@&${id}>`).join(' '), '');

const textsOf = ({ content, embeds = [] }: ReturnType<typeof alertMessage>): readonly string[] =>
  [content, ...(embeds ?? []).flatMap(({ title, description }) => [title, description])].filter(
    (text) => typeof text === 'string',
  );

/**
 * Draws random templates with golden alerts. Nothing throws, Discord accepts every message, only the channel's roles are
 * mentioned, and read-back finds every message by its own mark alone.
 * @param refuses further checks of a request's body; returns what is wrong
 * @returns how many were drawn
 */
export function drawTemplates(runs: number, refuses: (body: object) => string | null = () => null): number {
  let drawn = 0;
  fc.assert(
    fc.property(anyPair(Math.ceil(Math.sqrt(runs))), anyChoices, ({ alert, template }, choices) => {
      const { view, look, marks, hidden, cardMessageId, roles, isEdited } = choices;
      const post = postOf([alert], 'card', { pingRoleIds: roles, templates: [template], cardMessageId });
      const body = alertMessage(post, view, look, marks, NO_CHARTS, hidden);
      expect(refusals(body)).toEqual([]);
      expect(refuses(body)).toBeNull();
      expect(body.allowed_mentions).toEqual({ parse: [], ...(roles.length === 0 ? {} : { roles }) });
      for (const text of textsOf(body)) expect(withoutPings(text, roles)).not.toMatch(/@(?!\u200b)/);
      expect(isFound(body, CHANNEL, alert)).toBe(true);
      expect([...marksIn({ ...body, components: undefined })].filter(isForeign(alert))).toEqual([]);

      drawn += 1;
      if (!isEdited) return;
      const edit = rebuiltMessage(post, view, look, marks, NO_CHARTS, hidden);
      expect(refusals(edit, 'edit')).toEqual([]);
      expect(edit).not.toHaveProperty('content');
      expect(edit.embeds).toEqual(body.embeds);
    }),
    { numRuns: runs },
  );
  return drawn;
}

const isForeign = (alert: MarketAlert) => (mark: string) => mark !== referenceFor(CHANNEL, alert);
