import { describe, expect, it } from 'vitest';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { bodyOf, FORMS } from '../../golden/cases.ts';
import { goldenAlerts, type NamedAlert } from '../../golden/inputs.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { cyrillic, inCyrillic } from './cyrillic.ts';
import { createFindings } from './findings.ts';
import { bodyTexts } from './visible-texts.ts';

/** Kinds of alerts whose sentences are not in the messages yet, in any layout. */
const NOT_MOVED: readonly string[] = [];

const context = viewContext({
  messages: pseudoMessages,
  marketplaceName: cyrillic('Test Market'),
  currency: { symbol: 'Ξ', decimals: 18 },
  settings: { ...DEFAULT_GUILD_SETTINGS },
});

/** Hostile alerts are full of Latin text that is no name. */
const alerts = goldenAlerts(inCyrillic).filter(({ name }) => !name.startsWith('hostile'));

const topicOf = ({ alert }: NamedAlert): string => alert.kind;

describe('every alert in every layout', () => {
  it('says only what its messages say', () => {
    const findings = createFindings();
    for (const one of alerts) {
      for (const layout of FORMS) {
        const body = bodyOf(layout, [one.alert], context, { pings: true });
        findings.read(topicOf(one), `${one.name}, ${layout}`, bodyTexts(body));
      }
    }
    const market = alerts.map(({ alert }) => alert).filter((alert) => alert.kind !== 'notice');
    findings.read('summary', 'of all alerts', bodyTexts(bodyOf('summary', market, context)));

    expect(findings.areas().length).toBeGreaterThan(5);
    const surprising = findings.found().filter((area) => !NOT_MOVED.includes(area));
    expect(findings.report(surprising)).toBe('');
    expect(findings.found()).toEqual(NOT_MOVED);
  });
});
