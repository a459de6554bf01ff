import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeTemplate } from '#src/discord/rest/request.ts';

const TOKEN = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4';

describe('the route of a request without what it is about', () => {
  it.each([
    ['https://discord.com/api/v10/channels/123456789012345678/messages', '/channels/:id/messages'],
    [
      'http://127.0.0.1:4000/api/v10/channels/123456789012345678/messages/223456789012345678/crosspost',
      '/channels/:id/messages/:id/crosspost',
    ],
    ['https://discord.com/api/v10/channels/123456789012345678/messages?limit=100', '/channels/:id/messages'],
    [
      `https://discord.com/api/v10/interactions/123456789012345678/${TOKEN}/callback`,
      '/interactions/:id/:token/callback',
    ],
    [
      `https://discord.com/api/v10/webhooks/123456789012345678/${TOKEN}/messages/@original`,
      '/webhooks/:id/:token/messages/@original',
    ],
    ['https://discord.com/api/v10/webhooks/123456789012345678/looks-like-a-word', '/webhooks/:id/:token'],
    ['https://discord.com/api/v10/users/@me/channels', '/users/@me/channels'],
    ['https://discord.com/api/v10/gateway/bot', '/gateway/bot'],
    [
      'https://discord.com/api/v10/channels/1/messages/2/reactions/%F0%9F%94%A5/@me',
      '/channels/:id/messages/:id/reactions/:other/@me',
    ],
  ])('of %s is %s', (url, template) => {
    expect(routeTemplate(url)).toBe(template);
  });

  it('never holds the token of an interaction, whatever that looks like', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_-]{6,60}$/);
    fc.assert(
      fc.property(fc.constantFrom('webhooks', 'interactions'), word, (kind, token) => {
        const route = routeTemplate(
          `https://discord.com/api/v10/${kind}/123456789012345678/${token}/callback`,
        );
        expect(route).toBe(`/${kind}/:id/:token/callback`);
      }),
    );
  });

  it('is of a few kinds, whatever was asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n }), { minLength: 1, maxLength: 3 }), (ids) => {
        const route = routeTemplate(
          `https://discord.com/api/v10/${ids.map((id) => `channels/${id}`).join('/')}`,
        );
        expect(route).toBe(ids.map(() => '/channels/:id').join(''));
      }),
    );
  });
});
