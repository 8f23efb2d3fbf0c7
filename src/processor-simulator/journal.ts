import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type JournalRecord, recordSchema } from './records';
import { StartError } from './start-error';

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * The memory of the processor: one JSON record a line, only ever added to. `append` resolves when the record
 * is on the disk, so whoever answers after it never tells of something that could be forgotten.
 */
export class Journal {
  private waiting: Waiting[] = [];
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;
  private lastAppend: Promise<void> = Promise.resolve();
  private failure: Error | undefined;

  private constructor(
    private readonly file: FileHandle,
    private readonly onFailure: (error: Error) => void,
  ) {}

  /**
   * Opens the journal of a data directory and hands every record in it to `replay`, oldest first. A last line
   * without its end was cut off by a kill while it was written: nobody was answered for it, so it is removed.
   * Any other line that cannot be read throws a `StartError`. `onFailure` is told once when writing fails.
   */
  static async open(
    directory: string,
    replay: (record: JournalRecord) => void,
    onFailure: (error: Error) => void,
  ): Promise<Journal> {
    const name = path.join(directory, 'journal.jsonl');
    const file = await open(name, 'a+', 0o600);
    try {
      await cutTornLine(file);
      await replayLines(name, replay);
      await file.sync();
      await syncDirectory(directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(file, onFailure);
  }

  /** Writes a record. Appends that come while one is being written share the next write and its fsync. */
  append(record: JournalRecord): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure);
        return;
      }
      this.waiting.push({ line: `${JSON.stringify(record)}\n`, resolve, reject });
      if (!this.isWriting) this.writing = this.writeAll();
    });
    this.lastAppend = written;
    return written;
  }

  /** Resolves when everything appended so far is on the disk; rejects when it never will be. */
  settled(): Promise<void> {
    return this.lastAppend;
  }

  async close(): Promise<void> {
    await this.writing;
    await this.file.close();
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        if (this.failure !== undefined) throw this.failure;
        await this.file.appendFile(batch.map((entry) => entry.line).join(''));
        await this.file.datasync();
        for (const entry of batch) entry.resolve();
      } catch (error) {
        this.fail(error instanceof Error ? error : new Error(String(error)), batch);
      }
    }
    this.isWriting = false;
  }

  /** After a failed write nobody knows what the disk holds, so nothing is written or answered any more. */
  private fail(error: Error, batch: readonly Waiting[]): void {
    if (this.failure === undefined) {
      this.failure = error;
      this.onFailure(error);
    }
    for (const entry of batch) entry.reject(error);
  }
}

async function cutTornLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const chunk = Buffer.alloc(65_536);
  let end = size;
  while (end > 0) {
    const start = Math.max(0, end - chunk.length);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    const newline = chunk.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (newline !== -1) {
      if (start + newline + 1 < size) await file.truncate(start + newline + 1);
      return;
    }
    end = start;
  }
  if (size > 0) await file.truncate(0);
}

async function replayLines(name: string, replay: (record: JournalRecord) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(name), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    replay(readLine(line, `${name}, line ${number}`));
  }
}

function readLine(line: string, where: string): JournalRecord {
  try {
    return recordSchema.parse(JSON.parse(line));
  } catch {
    throw new StartError(
      `The journal is damaged at ${where}: the line is not a record of this simulator. Restore the file from a copy, or start with another PROCESSOR_DATA_DIR.`,
    );
  }
}

/** A new file's name is on the disk only when its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
