import type { APIEmbed } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { link } from '../markdown/link.ts';
import { embedTimeText } from '../markdown/moment.ts';
import { type MarkdownContext, markdown, titleMarkdown } from '../markdown/render.ts';
import { placedFields } from './field-rows.ts';
import type { ShownEmbed } from './gallery.ts';

function linked(url: string | undefined, content: unknown, context: MarkdownContext): unknown {
  return url === undefined ? content : link(url, content, context);
}

function icon(url: string | undefined): unknown {
  return url === undefined ? nothing : html`<img class="embed-icon" src=${url} alt="" />`;
}

function fields(embed: APIEmbed, context: MarkdownContext): unknown {
  const placed = placedFields(embed.fields ?? []);
  if (placed.length === 0) return nothing;
  return html`<div class="embed-fields">
    ${placed.map(
      ({ field, from, to }) =>
        html`<div class="embed-field ${to - from === 12 ? 'is-wide' : ''}" .style=${`grid-column: ${from} / ${to}`}>
          <div class="embed-field-name">${titleMarkdown(field.name, context)}</div>
          <div class="embed-field-value">${markdown(field.value, context)}</div>
        </div>`,
    )}
  </div>`;
}

function footer(embed: APIEmbed, context: MarkdownContext): unknown {
  const at = embed.timestamp === undefined ? null : Date.parse(embed.timestamp);
  const time = at === null || Number.isNaN(at) ? null : embedTimeText(at, context.now(), context.locale);
  const parts = [embed.footer?.text, time].filter((part) => part !== undefined && part !== null);
  if (parts.length === 0) return nothing;
  return html`<div class="embed-footer">${icon(embed.footer?.icon_url)}<span>${parts.join(' • ')}</span></div>`;
}

/** Alternative text for the picture: Discord has none, so the embed's title or description is used. */
function altOf(embed: APIEmbed): string {
  const about = (embed.title ?? embed.author?.name ?? '').replaceAll(/\*\*/g, '').replaceAll(/\\(.)/g, '$1');
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
export function embed({ embed: shown, pictures }: ShownEmbed, context: MarkdownContext): TemplateResult {
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
          : html`<div class="embed-author">${icon(author.icon_url)}${linked(author.url, html`<span>${author.name}</span>`, context)}</div>`
      }
      ${title === undefined ? nothing : html`<h4 class="embed-title">${linked(shown.url, titleMarkdown(title, context), context)}</h4>`}
      ${description === undefined ? nothing : html`<div class="embed-description">${markdown(description, context)}</div>`}
      ${fields(shown, context)}
    </div>
    ${picture(shown.thumbnail?.url, 'embed-thumbnail', altOf(shown))}
    ${gallery(pictures, altOf(shown))}
    ${footer(shown, context)}
  </section>`;
}
