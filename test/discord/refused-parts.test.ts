import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';

const HOUR_MS = 3_600_000;

function refusal(errors: unknown): DiscordAPIError {
  const raw = { code: 50_035, message: 'Invalid Form Body', errors } as DiscordAPIError['rawError'];
  return new DiscordAPIError(raw, 50_035, 400, 'POST', 'https://discord.com/api', {});
}

const named = (code = 'URL_TYPE_INVALID_URL') =>
  refusal({ embeds: { 0: { thumbnail: { url: { _errors: [{ code, message: '' }] } } } } });
const bodyWith = (url: string) => ({ embeds: [{ title: 'Punk #1', thumbnail: { url } }] });
const BARE = { embeds: [{ title: 'Punk #1' }] };

describe('what Discord refused', () => {
  it('is forgotten after an hour', () => {
    let now = 0;
    const refused = createRefusedParts(() => now);
    const body = bodyWith('https://a.example/1.png');
    expect(refused.note(named(), body)).toBe(true);
    const other = bodyWith('https://a.example/2.png');
    expect(refused.without(other)).toEqual({ body: BARE, leftOut: ['picture'] });
    now = HOUR_MS;
    expect(refused.without(other)).toEqual({ body: other, leftOut: [] });
  });

  it('is the latest five hundred hosts', () => {
    const refused = createRefusedParts(() => 0);
    const bodyOf = (number: number) => bodyWith(`https://host-${number}.example/1.png`);
    for (let number = 0; number <= 500; number += 1) refused.note(named(), bodyOf(number));
    expect(refused.without(bodyOf(0)).body).toEqual(bodyOf(0));
    expect(refused.without(bodyOf(1)).body).toEqual(BARE);
    expect(refused.without(bodyOf(500)).body).toEqual(BARE);
  });

  it('says nothing of its host where the length was refused', () => {
    const refused = createRefusedParts(() => 0);
    refused.note(named('BASE_TYPE_MAX_LENGTH'), bodyWith('https://a.example/1.png'));
    expect(refused.without(bodyWith('https://a.example/1.png')).body).toEqual(BARE);
    const other = bodyWith('https://a.example/2.png');
    expect(refused.without(other).body).toEqual(other);
  });

  it('cannot be left out where it is nothing that a message has beside its text', () => {
    const refused = createRefusedParts(() => 0);
    const body = bodyWith('https://a.example/1.png');
    const oversize = { _errors: [{ code: 'MAX_EMBED_SIZE_EXCEEDED', message: '' }] };
    expect(refused.note(refusal({ embeds: oversize }), body)).toBe(false);
    expect(refused.note(refusal({ content: oversize }), body)).toBe(false);
    expect(refused.note(refusal(undefined), body)).toBe(false);
    expect(refused.note(new Error('down'), body)).toBe(false);
  });
});
