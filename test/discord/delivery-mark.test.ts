import type { APIEmbed } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDeliveryMark, withEmbedMark, withFooter } from '#src/discord/posting/delivery-mark.ts';

const REFERENCE = 'k3x9f2ab';
const OTHER = 'k3x9f2ac';

type Message = Parameters<typeof hasDeliveryMark>[0];

const messageOf = (change: Partial<Message>): Message => ({
  content: '',
  embeds: [],
  components: [],
  ...change,
});
const rowOf = (component: object): Partial<Message> =>
  ({ components: [{ type: 1, id: 1, components: [{ id: 2, ...component }] }] }) as Partial<Message>;
const buttonOf = (customId: string) => rowOf({ type: 2, style: 2, label: 'Details', custom_id: customId });
const menuOf = (customId: string, value: string) =>
  rowOf({ type: 3, custom_id: customId, options: [{ label: 'Punk #7', value }] });

describe('the delivery mark of a message', () => {
  it.each<[where: string, withMark: (reference: string) => Partial<Message>]>([
    ['the custom id of a button of a token', (mark) => buttonOf(`to.k.wA.Bw.${mark}`)],
    ['the custom id of a button of an auction', (mark) => buttonOf(`to.b.wA.Bw.${mark}`)],
    ['the custom id of a button of a collection', (mark) => buttonOf(`to.c.wA..${mark}`)],
    [
      'the value of a choice, for another alert of the message',
      (mark) => menuOf('of.zzzzzzzz', `to.k.wA.Bw.${mark}`),
    ],
    ['the custom id of a menu', (mark) => menuOf(`of.${mark}`, 'to.k.wA.Bw.zzzzzzzz')],
    [
      'the fragment of an embed’s URL',
      (mark) => ({ embeds: [{ url: `https://m.example/7#alert-${mark}` }] }),
    ],
    [
      'the fragment of a second embed’s URL',
      (mark) => ({ embeds: [{}, { url: `https://m.example/#alert-${mark}` }] }),
    ],
    ['small footer text', (mark) => ({ embeds: [{ footer: { text: `Market · alert ${mark}` } }] })],
    ['the end of a plain message', (mark) => ({ content: `Sale: Punk #7 · 1 ETH · alert ${mark}` })],
    ['the last line of a plain summary', (mark) => ({ content: `3 alerts\nalert ${mark}` })],
    [
      'the small print of a notice',
      (mark) => ({ content: `<@1> Alerts are stopped.\n-# Market · alert ${mark}` }),
    ],
  ])('is found in %s', (_where, withMark) => {
    expect(hasDeliveryMark(messageOf(withMark(REFERENCE)), REFERENCE)).toBe(true);
    expect(hasDeliveryMark(messageOf(withMark(OTHER)), REFERENCE)).toBe(false);
  });

  it.each<[string, Partial<Message>]>([
    ['a message without anything', {}],
    [
      'a link button',
      rowOf({ type: 2, style: 5, label: 'Open', url: `https://m.example/#alert-${REFERENCE}` }),
    ],
    ['the button of an answer', buttonOf(`1k.${REFERENCE}`)],
    ['the address of a page', { embeds: [{ url: `https://m.example/alert-${REFERENCE}` }] }],
    ['the description of an embed', { embeds: [{ description: `alert ${REFERENCE}` }] }],
  ])('is not found in %s', (_what, message) => {
    expect(hasDeliveryMark(messageOf(message), REFERENCE)).toBe(false);
  });

  it('is not missed in a message whose components Discord leaves out', () => {
    expect(
      hasDeliveryMark({ content: '', embeds: [{ footer: { text: `alert ${REFERENCE}` } }] }, REFERENCE),
    ).toBe(true);
  });
});

describe('an embed that carries the mark', () => {
  const embed: APIEmbed = { title: 'Sold', url: 'https://m.example/7', footer: { text: 'Market' } };

  it('has it in the fragment of its URL, together with the pictures that share the URL', () => {
    const picture = { url: 'https://m.example/7', image: { url: 'https://m.example/7.png' } };
    const marked = `https://m.example/7#alert-${REFERENCE}`;
    expect(withEmbedMark([embed, picture], REFERENCE)).toEqual([
      { ...embed, url: marked },
      { ...picture, url: marked },
    ]);
  });

  it.each([
    ['has no URL', { title: 'Sold', footer: { text: 'Market' } }],
    ['has a URL with a fragment of its own', { ...embed, url: 'https://m.example/#/item/7' }],
    ['has a URL that ends with an empty fragment', { ...embed, url: 'https://m.example/7#' }],
    ['has a URL that leaves no room', { ...embed, url: `https://m.example/${'7'.repeat(2_020)}` }],
  ])('has it in the footer where it %s', (_why, one) => {
    expect(withEmbedMark([one], REFERENCE)).toEqual([
      { ...one, footer: { text: `Market · alert ${REFERENCE}` } },
    ]);
  });

  it('is found again, whatever its URL', () => {
    fc.assert(
      fc.property(fc.option(fc.webUrl({ withFragments: true, withQueryParameters: true })), (url) => {
        const embeds = withEmbedMark([url === null ? { title: 'x' } : { title: 'x', url }], REFERENCE);
        expect(hasDeliveryMark(messageOf({ embeds: [...embeds] }), REFERENCE)).toBe(true);
      }),
    );
  });

  it('keeps what its footer says', () => {
    expect(
      withFooter([{ footer: { text: 'Market', icon_url: 'https://m.example/i.png' } }], 'only a test'),
    ).toEqual([{ footer: { text: 'Market · only a test', icon_url: 'https://m.example/i.png' } }]);
    expect(withFooter([], 'only a test')).toEqual([]);
  });
});
