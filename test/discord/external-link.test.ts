import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordLink, telegramLink, websiteLink, xLink } from '#src/discord/urls/external-link.ts';
import { english } from '#src/messages/messages.ts';
import { anyText } from './nasty-text.ts';

describe('a website', () => {
  it.each([
    ['https://www.foxes.example/about', '[foxes.example](https://www.foxes.example/about)'],
    ['foxes.example', '[foxes.example](https://foxes.example/)'],
    ['https://foxes.example:8443/', '[foxes.example:8443](https://foxes.example:8443/)'],
    ['https://foxes.example/@everyone', '[foxes.example](https://foxes.example/%40everyone)'],
    ['https://foxes.example/a(b)', '[foxes.example](https://foxes.example/a%28b%29)'],
    ['https://fохes.example', '[xn--fes-sed9a.example](https://xn--fes-sed9a.example/)'],
  ])('%s reads as the host that it leads to', (website, link) => {
    expect(websiteLink(website)).toBe(link);
  });

  it.each([
    null,
    '',
    'javascript:alert(1)',
    'https://discord.com@evil.example',
    'discord.gg/scam @everyone and @here',
    'http://localhost/',
    'http://10.0.0.1/admin',
    'http://[::1]/',
    `https://foxes.example/${'x'.repeat(300)}`,
  ])('%s is no public page', (website) => {
    expect(websiteLink(website)).toBeNull();
  });
});

const { onX } = english.collection;

describe('a handle on X', () => {
  it('is linked with or without its sign', () => {
    expect(xLink('@foxes', onX)).toBe('[foxes on X](https://x.com/foxes)');
    expect(xLink('foxes', onX)).toBe('[foxes on X](https://x.com/foxes)');
  });

  it.each([null, '', 'a/b', 'x'.repeat(16), 'foxes](https://evil.example)'])('%s is none', (handle) => {
    expect(xLink(handle, onX)).toBeNull();
  });
});

describe('an invite', () => {
  it.each(['https://discord.gg/foxes', 'https://www.discord.com/invite/foxes', 'http://discord.gg/foxes/'])(
    '%s leads to the server',
    (invite) => {
      expect(discordLink(invite)).toBe('[Discord](https://discord.gg/foxes)');
    },
  );

  it.each([null, 'https://discord.gg.evil.example/foxes', 'https://evil.example/discord.gg/foxes', 'foxes'])(
    '%s is none to Discord',
    (invite) => {
      expect(discordLink(invite)).toBeNull();
    },
  );

  it('to Telegram is linked, as a public name is', () => {
    expect(telegramLink('https://t.me/+AbC')).toBe('[Telegram](https://t.me/+AbC)');
    expect(telegramLink('foxes_chat')).toBe('[Telegram](https://t.me/foxes_chat)');
    expect(telegramLink('https://evil.example/+AbC')).toBeNull();
  });
});

it('none of them is ever more than one link, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
      const links = [websiteLink(text), xLink(text, onX), discordLink(text), telegramLink(text)];
      for (const link of links.filter((one) => one !== null)) {
        expect(link).toMatch(/^\[(?:[^\][()]|\\.)*\]\(https?:\/\/[^()\s]+\)$/);
      }
    }),
  );
});
