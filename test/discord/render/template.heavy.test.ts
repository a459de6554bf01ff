import { describe, expect, it } from 'vitest';
import { hasDiscordOpenapi, readDiscordOpenapi } from '../../support/discord-openapi.ts';
import { cases } from '../../support/thorough.ts';
import { drawTemplates } from './templated-message.ts';

/** A hundred thousand take minutes of processor time. */
const PAIRS = cases(3_000, 100_000);

describe('thousands of templates', () => {
  it('are drawn with golden alerts', { timeout: 1_800_000 }, () => {
    expect(drawTemplates(PAIRS)).toBe(PAIRS);
  });

  it.skipIf(!hasDiscordOpenapi)(
    'are valid by Discord’s OpenAPI document, which is not in the project',
    { timeout: 600_000 },
    () => {
      const openapi = readDiscordOpenapi();
      const path = '/api/v10/channels/123456789012345678/messages';
      expect(drawTemplates(2_000, (body) => openapi.check('POST', path, body))).toBe(2_000);
    },
  );
});
