'use client';
import { useId, useState } from 'react';
import { type Question, questions } from './questions';

export function QuestionsFigure() {
  return (
    <ol className="my-7 grid gap-5">
      {questions.map((question, index) => (
        <li key={question.ask} className="rounded-2xl border-2 border-line bg-surface p-4 sm:p-6">
          <Asked question={question} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function Asked({ question, number }: { readonly question: Question; readonly number: number }) {
  const { ask, options, right, why } = question;
  const [chosen, setChosen] = useState<number | null>(null);
  const group = useId();
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-semibold">
          {number}. {ask}
        </legend>
        {options.map((option, index) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
            <input
              type="radio"
              name={group}
              checked={chosen === index}
              onChange={() => setChosen(index)}
              className="size-5 shrink-0 accent-focus"
            />
            <span>
              {option}
              {chosen === index && (
                <strong className={index === right ? 'text-success' : 'text-danger'}>
                  {index === right ? ' Right.' : ' Not so.'}
                </strong>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <div aria-live="polite">{chosen === right && <p className="mt-2">{why}</p>}</div>
      {chosen !== right && (
        <details className="mt-1">
          <summary className="w-fit rounded-sm py-2 text-base font-semibold">Show the answer</summary>
          <p>
            <strong>{options[right]}</strong> {why}
          </p>
        </details>
      )}
    </>
  );
}
