import type { APIEmbed } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { embedTimeText } from '../markdown/moment.ts';
import { markdown, type Reading, titleMarkdown } from '../markdown/show.ts';
import { placedFields } from './field-rows.ts';
import type { ShownEmbed } from './gallery.ts';

function link(url: string | undefined, content: unknown): unknown {
  if (url === undefined) return content;
  return html`<a href=${url} target="_blank" rel="noreferrer noopener">${content}</a>`;
}

function icon(url: string | undefined): unknown {
  return url === undefined ? nothing : html`<img class="embed-icon" src=${url} alt="" />`;
}

function fields(embed: APIEmbed, reading: Reading): unknown {
  const placed = placedFields(embed.fields ?? []);
  if (placed.length === 0) return nothing;
  return html`<div class="embed-fields">
    ${placed.map(
      ({ field, from, to }) =>
        html`<div class="embed-field ${to - from === 12 ? 'is-wide' : ''}" .style=${`grid-column: ${from} / ${to}`}>
          <div class="embed-field-name">${titleMarkdown(field.name, reading)}</div>
          <div class="embed-field-value">${markdown(field.value, reading)}</div>
        </div>`,
    )}
  </div>`;
}

function footer(embed: APIEmbed, reading: Reading): unknown {
  const at = embed.timestamp === undefined ? null : Date.parse(embed.timestamp);
  const time = at === null || Number.isNaN(at) ? null : embedTimeText(at, reading.now(), reading.locale);
  const parts = [embed.footer?.text, time].filter((part) => part !== undefined && part !== null);
  if (parts.length === 0) return nothing;
  return html`<div class="embed-footer">${icon(embed.footer?.icon_url)}<span>${parts.join(' • ')}</span></div>`;
}

/** The picture's words for those who do not see it: Discord gives none, so what the embed is about. */
function altOf(embed: APIEmbed): string {
  const about = (embed.title ?? embed.author?.name ?? '').replaceAll(/\\(.)/g, '$1');
  return about === '' ? 'Picture' : `Picture: ${about}`;
}

function picture(url: string | undefined, name: string, alt: string): unknown {
  if (url === undefined) return nothing;
  return html`<a class=${name} href=${url} target="_blank" rel="noreferrer noopener"
    ><img src=${url} alt=${alt} decoding="async" /></a>`;
}

function gallery(pictures: readonly string[], alt: string): unknown {
  const [only] = pictures;
  if (pictures.length < 2) return picture(only, 'embed-image', alt);
  return html`<div class="embed-gallery">
    ${pictures.map((url, index) => picture(url, 'embed-image', `${alt} (${index + 1} of ${pictures.length})`))}
  </div>`;
}

/** An embed as Discord lays it out: bar, author, title, description, fields, pictures, footer; thumbnail to the right. */
export function embed({ embed: shown, pictures }: ShownEmbed, reading: Reading): TemplateResult {
  const colour = shown.color === undefined ? null : `#${shown.color.toString(16).padStart(6, '0')}`;
  const { author, title, description } = shown;
  return html`<section
    class="embed ${shown.thumbnail === undefined ? '' : 'with-thumbnail'}"
    aria-label=${title === undefined ? 'Embed' : nothing}
    .style=${colour === null ? '' : `border-inline-start-color: ${colour}`}
  >
    <div class="embed-words">
      ${
        author === undefined
          ? nothing
          : html`<div class="embed-author">${icon(author.icon_url)}${link(author.url, html`<span>${author.name}</span>`)}</div>`
      }
      ${title === undefined ? nothing : html`<h4 class="embed-title">${link(shown.url, titleMarkdown(title, reading))}</h4>`}
      ${description === undefined ? nothing : html`<div class="embed-description">${markdown(description, reading)}</div>`}
      ${fields(shown, reading)}
    </div>
    ${picture(shown.thumbnail?.url, 'embed-thumbnail', altOf(shown))}
    ${gallery(pictures, altOf(shown))}
    ${footer(shown, reading)}
  </section>`;
}
