import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** What is text; fonts and pictures of other kinds are compressed by themselves. */
const isText = (file: string): boolean => /\.(js|css|svg|json)$/.test(file);

/**
 * Puts a `.br` beside every text file below a folder, as small as Brotli makes it. That takes seconds, so it is done once
 * with the build; a store sends these files as they are (`src/platform/static-files.ts`).
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter(isText);
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await writeFile(`${file}.br`, await compress(content, { params }));
    }),
  );
}
