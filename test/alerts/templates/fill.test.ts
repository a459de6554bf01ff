import { describe, expect, it } from 'vitest';
import { fillTemplate } from '#src/alerts/templates/fill.ts';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { PLACEHOLDERS } from '#src/alerts/templates/placeholders.ts';
import { drawSegments } from '#src/discord/render/segments.ts';
import type { Segments } from '#src/messages/segment.ts';
import { viewContext } from '../../discord/views/view-context.ts';

const name = (text: string): Segments => [{ type: 'name', text }];
const PAGE = 'https://market.example/fox';

function filled(
  text: string,
  values: Parameters<typeof fillTemplate>[1]['values'] = {},
  url: string | null = PAGE,
) {
  const parsed = parseTemplate(text, PLACEHOLDERS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const segments = fillTemplate(parsed.template, { values, url });
  return drawSegments(segments, viewContext(), { nameLength: 80, links: true, wallets: 'linked' });
}

describe('a filled template', () => {
  it('keeps the markdown of its words and escapes what it is filled with', () => {
    expect(filled('**{token}**!', { token: name('*Fox* @everyone [x](https://evil.example)') })).toBe(
      '**\\*Fox\\* @\u200beveryone \\[x\\]\\(https:\u200b//evil.example\\)**!',
    );
  });

  it('shows the first of the alternatives that is known', () => {
    const text = '{price.fiat|price|"no price"}';
    expect(filled(text, { 'price.fiat': name('$1'), price: name('1 S') })).toBe('$1');
    expect(filled(text, { 'price.fiat': null, price: name('1 S') })).toBe('1 S');
    expect(filled(text)).toBe('no price');
  });

  it('leaves a group out if something in it is unknown, with the groups within it', () => {
    const text = 'a[ · rank {rank}[ of {count}]]b';
    expect(filled(text, { rank: name('7'), count: name('9') })).toBe('a · rank 7 of 9b');
    expect(filled(text, { rank: name('7') })).toBe('a · rank 7b');
    expect(filled(text, { count: name('9') })).toBe('ab');
  });

  it('leaves out what is unknown outside of groups', () => {
    expect(filled('a {rank}b')).toBe('a b');
  });

  it('links to the page of the alert', () => {
    const text = '[{token}]({link})';
    expect(filled(text, { token: name('Fox') })).toBe(`[Fox](${PAGE})`);
    expect(filled(text, { token: name('Fox') }, null)).toBe('Fox');
    expect(filled(`[on [{token}]({link})]`, { token: name('Fox') }, null)).toBe('');
  });
});
