import type { APIEmbed } from 'discord.js';
import type { MarketAlert } from '../../domain/alert.ts';
import { cut } from '../text.ts';
import { subjectPage } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { headline } from './headline.ts';

/** Discord: 256 characters a title. */
const TITLE_LENGTH = 256;
const NAME_LENGTH = 120;

/** The headline as an embed's title, linked to the page of what it is about. */
export function titleLine(alert: MarketAlert, context: ViewContext): Pick<APIEmbed, 'title' | 'url'> {
  const url = subjectPage(alert, context);
  return {
    title: cut(headline(alert, NAME_LENGTH, context), TITLE_LENGTH),
    ...(url === null ? {} : { url }),
  };
}
