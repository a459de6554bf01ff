import type { APIEmbed } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { withGalleries } from '../../../../sandbox/web/page/message/gallery.ts';

const URL = 'https://market.example/tx/1';
const picture = (name: string): string => `https://cdn.example/${name}.png`;
const bare = (name: string, url = URL): APIEmbed => ({ url, image: { url: picture(name) } });
const full = (name: string): APIEmbed => ({ ...bare(name), title: 'Sweep', footer: { text: 'alert' } });

const picturesOf = (embeds: readonly APIEmbed[]) => withGalleries(embeds).map(({ pictures }) => pictures);

describe('embeds of one message', () => {
  it('with one URL and only pictures are one gallery, of four at most', () => {
    const [first, ...others] = withGalleries([full('a'), ...['b', 'c', 'd', 'e'].map((name) => bare(name))]);
    expect(others).toEqual([]);
    expect(first?.embed.title).toBe('Sweep');
    expect(first?.pictures).toEqual(['a', 'b', 'c', 'd'].map(picture));
  });

  it('stay separate with another URL, with text, or when not adjacent', () => {
    expect(picturesOf([full('a'), bare('b', 'https://market.example/tx/2')])).toHaveLength(2);
    expect(picturesOf([full('a'), full('b')])).toHaveLength(2);
    expect(picturesOf([full('a'), { title: 'Between' }, bare('b')])).toEqual([
      [picture('a')],
      [],
      [picture('b')],
    ]);
    expect(picturesOf([{ image: { url: picture('a') } }, { image: { url: picture('b') } }])).toHaveLength(2);
  });
});
