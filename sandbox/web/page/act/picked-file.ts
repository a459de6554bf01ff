import type { PickedFile } from '../../contract.ts';

/** Reads a file that a user picked as base64, for JSON. */
export function pickedFile(file: File): Promise<PickedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve({ name: file.name, contentType: file.type, base64: url.slice(url.indexOf(',') + 1) });
    });
    reader.readAsDataURL(file);
  });
}
