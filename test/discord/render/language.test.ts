import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { goldenAlerts } from '../../golden/inputs.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWords } from '../../support/unmarked-words.ts';
import { postOf } from '../views/any-alert.ts';
import { viewContext } from '../views/view-context.ts';

/** What the marketplace, the operator and Discord say, and names in the alerts. */
const view = viewContext({ messages: pseudoMessages, collectionName: () => '1', marketplaceName: '1' });
const BUILT: readonly Alert[] = goldenAlerts()
  .filter(({ name }) => name.startsWith('built'))
  .map(({ alert }) => alert);

function textsOf(alerts: readonly Alert[], layout: 'card' | 'text' | 'summary', look: 'big' | 'compact') {
  const { content, embeds = [] } = alertMessage(postOf(alerts, layout), view, look);
  return [
    content,
    ...embeds.flatMap((embed) => [
      embed.title,
      embed.description,
      ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
    ]),
  ];
}

const FOREIGN = /^(?:Punk|Punks|ETH|WETH|USDC|hat|beanie|alert)$/;

describe('an alert in another language', () => {
  it.each([
    ['card', 'big'],
    ['card', 'compact'],
    ['text', 'big'],
    ['summary', 'big'],
  ] as const)('has no words of its own (%s, %s)', (layout, look) => {
    const words = BUILT.flatMap((alert) => textsOf([alert], layout, look)).flatMap((text) =>
      unmarkedWords(text?.replaceAll(/alert \w{8}|0x[\da-f]{4}…[\da-f]{4}|0x[\da-f]{40}/g, '')),
    );
    expect([...new Set(words)].filter((word) => !FOREIGN.test(word))).toEqual([]);
  });
});
