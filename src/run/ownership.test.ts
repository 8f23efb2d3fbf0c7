import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { own, processIdentity } from './ownership';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'doubletap-owner-'));
  file = path.join(folder, 'owner');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('ownership', () => {
  it('belongs to one process until it is released', () => {
    const first = own(file);
    expect(own(file)).toEqual({ owned: false, pid: process.pid });
    if (first.owned) first.release();
    expect(own(file)).toMatchObject({ owned: true, isTakenOver: false });
  });

  it('is taken over from a process that has ended without releasing it', async () => {
    const ended = spawn(process.execPath, ['--eval', '']);
    const identity = processIdentity(ended.pid ?? 0);
    await once(ended, 'exit');
    writeFileSync(file, `${ended.pid} ${identity}`);
    expect(own(file)).toMatchObject({ owned: true, isTakenOver: true });
    expect(readdirSync(folder)).toEqual(['owner']);
  });

  it('is not held by a later process with the same number', () => {
    writeFileSync(file, `${process.pid} another boot:123`);
    expect(own(file)).toMatchObject({ owned: true, isTakenOver: true });
  });

  it('is taken over from a file that makes no sense', () => {
    writeFileSync(file, 'not a number');
    expect(own(file)).toMatchObject({ owned: true });
  });

  it('leaves what another process has taken meanwhile', () => {
    const mine = own(file);
    writeFileSync(file, '1 somebody else');
    if (mine.owned) mine.release();
    expect(readFileSync(file, 'utf8')).toBe('1 somebody else');
  });
});
