'use client';
import { useState } from 'react';
import { Slider } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { count, seconds } from '../words';
import { doubleChargesADay, firstWindowMs, perTenthOfASecond, rowsKept } from './sums';

export function ArithmeticFigure({ retentionMs }: { readonly retentionMs: number }) {
  const [payments, setPayments] = useState(100);
  const [timeouts, setTimeouts] = useState(1);
  const [clients, setClients] = useState(1_000);
  const [windowMs, setWindowMs] = useState(firstWindowMs);
  const [hours, setHours] = useState(Math.max(1, Math.round(retentionMs / 3_600_000)));
  return (
    <FigureFrame title="Three sums" hint="Put your own numbers in.">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Slider
          label="Payments a second"
          value={payments}
          min={1}
          max={1_000}
          say={count}
          onChange={setPayments}
        />
        <Slider
          label="Time-outs in 1,000"
          value={timeouts}
          min={0}
          max={20}
          step={0.1}
          say={count}
          onChange={setTimeouts}
        />
      </div>
      <Verdict tone={timeouts > 0 ? 'bad' : 'good'}>
        Without a key, each time-out after the charge that is pressed again is a second charge:{' '}
        <strong>{count(doubleChargesADay(payments, timeouts))}</strong> a day.
      </Verdict>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Slider
          label="Clients that fail together"
          value={clients}
          min={100}
          max={10_000}
          step={100}
          say={count}
          onChange={setClients}
        />
        <Slider
          label="Their next wait is spread over"
          value={windowMs}
          min={0}
          max={8_000}
          step={100}
          say={seconds}
          onChange={setWindowMs}
        />
      </div>
      <Verdict tone="neutral">
        They come back <strong>{count(perTenthOfASecond(clients, windowMs))}</strong> in each 100 ms
        {windowMs < 100 ? ', all in the same instant' : ', at best'}. Without jitter: {count(clients)} in one.
      </Verdict>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Slider
          label="Keys are kept for"
          value={hours}
          min={1}
          max={168}
          say={(value) => `${count(value)} h`}
          onChange={setHours}
        />
      </div>
      <Verdict tone="neutral">
        At {count(payments)} keys a second that is a table of{' '}
        <strong>{millions(rowsKept(payments, hours))}</strong> rows.
      </Verdict>
    </FigureFrame>
  );
}

function millions(rows: number): string {
  return rows < 1_000_000 ? count(rows) : `${count(rows / 1_000_000)} million`;
}
