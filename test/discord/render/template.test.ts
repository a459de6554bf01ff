import { describe, expect, it } from 'vitest';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import { alertMessage, messageCapacity } from '#src/discord/render/alert-message.ts';
import { drawTemplate } from '#src/discord/render/template.ts';
import { saleAlert, soldItem } from '../../support/build-alert.ts';
import { postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { viewContext } from '../views/view-context.ts';
import { drawTemplates } from './templated-message.ts';

const view = viewContext();
const template = (parts: Partial<AlertTemplate>): AlertTemplate => ({
  message: null,
  title: null,
  text: null,
  ...parts,
});

const bodyOf = (parts: Partial<AlertTemplate>, changes: Parameters<typeof postOf>[2] = {}) =>
  alertMessage(postOf([saleAlert(7)], 'card', { templates: [template(parts)], ...changes }), view, 'normal');
const drawn = (
  parts: Partial<AlertTemplate>,
  alert = saleAlert(7),
  url: string | null = 'https://m.example/7',
) => drawTemplate(template(parts), { alert, url }, view);

describe('an alert with a template', () => {
  it('has its words instead of its own, and all the rest', () => {
    const usual = bodyOf({});
    const body = bodyOf({ title: '{token} is gone', text: '*{price}*' });
    expect(body).toEqual({
      ...usual,
      embeds: usual.embeds?.map((embed) => ({
        ...embed,
        title: 'Punk #7 is gone',
        description: '*22.75 ETH*',
      })),
    });
  });

  it('has its message between the pings and the card', () => {
    const body = bodyOf({ message: 'Sold: {token}' }, { pingRoleIds: ['900000000000000001'] });
    expect(body.content).toBe('<@&900000000000000001>\nSold: Punk #7');
  });

  it('looks as usual in plain text, and has no message beside other alerts', () => {
    const words = template({ message: 'Sold!', title: 'Gone' });
    const text = alertMessage(postOf([saleAlert(7)], 'text', { templates: [words] }), view, 'normal');
    expect(text.content).not.toMatch(/Sold!|Gone/);
    const two = [saleAlert(7), saleAlert(8)];
    const shared = alertMessage(postOf(two, 'card', { templates: [words, null] }), view, 'normal');
    expect(shared.content).toBeUndefined();
    expect(shared.embeds?.map(({ title }) => title?.includes('Gone'))).toEqual([true, false]);
  });

  it('takes the room of its words in a message', () => {
    const alerts = Array.from({ length: 10 }, (_, number) => saleAlert(number));
    const long = alerts.map(() => template({ text: 'x'.repeat(1_900) }));
    expect(messageCapacity('1000', alerts, view, 'normal')).toBe(10);
    expect(messageCapacity('1000', alerts, view, 'normal', { templates: long })).toBe(3);
    const body = alertMessage(postOf(alerts, 'card', { templates: long }), view, 'normal');
    expect(refusals(body)).toEqual([]);
  });
});

describe('the texts of a template', () => {
  it('show no preview of a page above the card', () => {
    const message = 'https://a.example/b, [{token}]({link}) <https://c.example> `https://d.example`';
    expect(drawn({ message }).message).toBe(
      '<https://a.example/b>, [Punk #7](<https://m.example/7>) <https://c.example> `https://d.example`',
    );
  });

  it('look as usual if nothing in them is known', () => {
    expect(drawn({ message: '[{rank} {held}]', title: '{held}', text: ' ' })).toEqual({
      message: null,
      title: null,
      text: null,
    });
  });

  it('have no words that could be taken for a delivery mark', () => {
    expect(drawn({ message: 'alert everyone!' }).message).toBe('alert\u00a0everyone!');
  });

  it('have shorter names if they are too long otherwise', () => {
    const item = soldItem({ tokenName: 'n'.repeat(120) });
    const { title } = drawn({ title: `${'x'.repeat(190)} {token}` }, saleAlert(7, { item }));
    expect(title).toBe(`${'x'.repeat(190)} ${'n'.repeat(39)}…`);
  });

  it('leave a title on one line', () => {
    expect(drawn({ title: 'a\n b' }).title).toBe('a b');
  });
});

describe('any template', () => {
  it('is drawn with any golden alert', () => {
    expect(drawTemplates(500)).toBe(500);
  });
});
