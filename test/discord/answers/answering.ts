import { expect } from 'vitest';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import type { Answer, AnswerContext } from '../../../src/discord/answer.ts';
import { readTicket } from '../../../src/discord/custom-id.ts';
import type { Lookups } from '../../../src/discord/lookups.ts';
import type { Place } from '../../../src/discord/place.ts';
import type { CommandServices } from '../../../src/discord/services.ts';
import type { Dated } from '../../../src/domain/dated.ts';
import type { Page } from '../../../src/domain/page.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { mayEverything } from '../any-person.ts';
import { type Known, memoryServices } from '../command-services.ts';

/** The one who asks. */
const ASKER = '100000000000000001';

/** An asker in a channel, with what the marketplace tells; changed where the test cares. */
export function asking(
  options: {
    readonly lookups?: Partial<Lookups>;
    readonly known?: Partial<Known>;
    readonly mayManage?: boolean;
    readonly view?: CommandServices['view'];
  } = {},
): AnswerContext {
  const { services } = memoryServices(options.known);
  return {
    asker: ASKER,
    guildId: '200000000000000001',
    channelId: '300000000000000001',
    mayManage: options.mayManage ?? false,
    mayManageServer: options.mayManage ?? false,
    person: mayEverything,
    services: {
      ...services,
      lookups: { ...services.lookups, ...options.lookups },
      view: options.view ?? services.view,
    },
  };
}

/** Something that the marketplace just said. */
export function fresh<T>(value: T): Dated<T> {
  return { value, asOf: 1_767_225_600_000, stale: false };
}

/** Something that it said before it went down. */
export function old<T>(value: T): Dated<T> {
  return { value, asOf: 1_767_225_600_000, stale: true };
}

/** Answers a query with a page of a whole list, as a server does. */
export function pageFrom<T>(
  items: readonly T[],
  { page, limit }: { readonly page: number; readonly limit: number },
): Page<T> {
  const start = (page - 1) * limit;
  return {
    items: items.slice(start, start + limit),
    page,
    total: items.length,
    hasNext: start + limit < items.length,
    unreadable: 0,
  };
}

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly footer: string;
  /** Labels of the buttons that can be pressed. */
  readonly buttons: readonly string[];
  /** Labels of the choices, by the menu's name. */
  readonly menus: Readonly<Record<string, readonly string[]>>;
}

/** What a person sees of an answer. */
export function shown(answer: Answer): Shown {
  const [embed] = answer.embeds ?? [];
  const components = (answer.components ?? []).flatMap((row) => row.components);
  return {
    title: embed?.title ?? '',
    text: embed?.description ?? answer.content ?? '',
    footer: embed?.footer?.text ?? '',
    buttons: components.flatMap((one) =>
      'label' in one && typeof one.label === 'string' && one.disabled !== true ? [one.label] : [],
    ),
    menus: Object.fromEntries(
      components.flatMap((one) =>
        'options' in one ? [[one.custom_id.replace('menu.', ''), one.options.map(({ label }) => label)]] : [],
      ),
    ),
  };
}

/** Where a button or a choice of an answer leads. */
export function placeBehind(answer: Answer, label: string): Place {
  for (const component of (answer.components ?? []).flatMap((row) => row.components)) {
    if ('options' in component) {
      const choice = component.options.find((one) => one.label === label);
      const ticket = choice === undefined ? null : readTicket(choice.value);
      if (ticket !== null) return ticket.place;
    } else if ('custom_id' in component && 'label' in component && component.label === label) {
      const ticket = readTicket(component.custom_id);
      if (ticket !== null) return ticket.place;
    }
  }
  throw new Error(`Nothing called “${label}” leads anywhere.`);
}

/** Holds an answer to everything that Discord asks of a message. */
export function expectTaken(answer: Answer): void {
  expect(flatErrors(validateMessage(answer, { operation: 'create', fileNames: [] }))).toEqual([]);
}
