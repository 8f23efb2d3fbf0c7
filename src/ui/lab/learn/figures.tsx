'use client';
import dynamic from 'next/dynamic';

/** Each figure is a file of its own, fetched beside the text: the article is readable before any of them is there. */
export const LostAnswerFigure = dynamic(async () => (await import('./lost-answer/figure')).LostAnswerFigure);
export const PurchaseFigure = dynamic(async () => (await import('./ways/figure')).PurchaseFigure);
export const RowFigure = dynamic(async () => (await import('./claim/figure')).RowFigure);
export const InsertFirstFigure = dynamic(
  async () => (await import('./insert-first/figure')).InsertFirstFigure,
);
export const CrashFigure = dynamic(async () => (await import('./crash/figure')).CrashFigure);
export const PaymentStatesFigure = dynamic(
  async () => (await import('./in-doubt/figure')).PaymentStatesFigure,
);
export const FencingFigure = dynamic(async () => (await import('./fencing/figure')).FencingFigure);
export const InboxFigure = dynamic(async () => (await import('./inbox/figure')).InboxFigure);
export const AmplificationFigure = dynamic(
  async () => (await import('./amplification/figure')).AmplificationFigure,
);
export const BackOffFigure = dynamic(async () => (await import('./back-off/figure')).BackOffFigure);
export const BudgetFigure = dynamic(async () => (await import('./budget/figure')).BudgetFigure);
export const SweeperFigure = dynamic(async () => (await import('./asking/figure')).SweeperFigure);
export const ArithmeticFigure = dynamic(async () => (await import('./arithmetic/figure')).ArithmeticFigure);
export const QuestionsFigure = dynamic(async () => (await import('./questions/figure')).QuestionsFigure);
