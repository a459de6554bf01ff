import { describe, expect, it } from 'vitest';
import { choosePicture } from '#src/discord/pictures.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const WEB = 'https://example.com/1.png';
const SVG = 'https://example.com/1.SVG?v=2';

describe('the picture that is shown', () => {
  it('is the first that Discord fetches', () => {
    expect(choosePicture(['ftp://example.com/1.png', WEB, 'https://example.com/2.png'], PNG)).toEqual({
      url: WEB,
      files: [],
    });
  });

  it('is a preview rather than an SVG', () => {
    expect(choosePicture([SVG, null, WEB], null)?.url).toBe(WEB);
  });

  it('is sent along where the record holds it itself', () => {
    const picture = choosePicture([null, SVG], PNG);
    expect(picture?.url).toBe('attachment://picture.png');
    expect(picture?.files.map(({ name }) => name)).toEqual(['picture.png']);
    expect(picture?.files[0]?.attachment.subarray(1, 4).toString()).toBe('PNG');
  });

  it('is an SVG where there is nothing else, as some servers give it another form', () => {
    expect(choosePicture([SVG], null)?.url).toBe(SVG);
  });

  it('is none where there is none', () => {
    expect(choosePicture([null, 'data:image/svg+xml;base64,AAAA', 'javascript:alert(1)'], null)).toBeNull();
  });
});
