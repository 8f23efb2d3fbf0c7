import { type ReceiptContent, wordsOfReceipt } from './content';
import { htmlOfReceipt } from './html';
import { textOfReceipt } from './text';

export interface RenderedReceipt {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The receipt as an e-mail, in plain text and in HTML; both tell the same. Pure. */
export function renderReceipt(content: ReceiptContent): RenderedReceipt {
  const words = wordsOfReceipt(content);
  return {
    subject: `${words.title} at Doubletap`,
    text: textOfReceipt(words),
    html: htmlOfReceipt(words),
  };
}
