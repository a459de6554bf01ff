import type { APIAttachment } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit-html';
import { icon } from '../icon.ts';

const UNITS = ['bytes', 'KB', 'MB'] as const;

/** A file's size as Discord shows it: `13 bytes`, `1.5 KB`. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** step;
  return `${step === 0 ? amount : Number(amount.toFixed(2))} ${UNITS[step] ?? ''}`;
}

/** An attachment: a picture is shown, anything else can be downloaded. */
export function attachment({
  url,
  filename,
  size,
  content_type,
  description,
}: APIAttachment): TemplateResult {
  if (content_type?.startsWith('image/') === true)
    return html`<a class="embed-image" href=${url} target="_blank" rel="noreferrer noopener"><img src=${url} alt=${description ?? filename} /></a>`;
  return html`<div class="attachment">
    ${icon('file')}
    <a href=${url} download=${filename} target="_blank" rel="noreferrer noopener">${filename}</a>
    <span class="attachment-size">${sizeText(size)}</span>
  </div>`;
}
