import { describe, expect, it } from 'vitest';
import { token } from '#commands/token/command.ts';
import { bareToken } from './bare-token.ts';
import { startCommandBot } from './command-bot.ts';
import { inMemoryServices } from './command-services.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('a picture that a token holds itself', () => {
  it('is attached to the answer, and goes when the answer changes', async () => {
    const { services } = inMemoryServices();
    const lookups = {
      ...services.lookups,
      token: async (_collection: string, tokenId: string) => ({
        value: bareToken({ tokenId, inlineImage: tokenId === '7' ? PNG : null }),
        asOf: 0,
        stale: false,
      }),
      neighbour: async (_collection: string, tokenId: string) => String(Number(tokenId) + 1),
    };
    await using bot = await startCommandBot({ commands: [token], services: { ...services, lookups } });

    const card = await bot.member.command('token', { token: '7', collection: 'Punks' });
    const image = card.message?.embeds[0]?.image?.url;
    const next = await bot.member.press({ id: card.message?.id ?? '' }, 'Next ›');

    // Discord writes the attachment's own address into the embed.
    expect(image).toMatch(/^http.*picture\.png/);
    expect(next.outcome).toBe('updated');
    expect(next.message?.embeds[0]?.image).toBeUndefined();
    expect(next.message?.attachments).toEqual([]);
  });
});
