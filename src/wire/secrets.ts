/** What is never kept, whoever says it. */
const leftOut = '(left out)';

const secretName = /cookie|authorization|secret|password|signature|api[-_]?key|cvc|token$/i;

/** Headers that let in whoever shows them. */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name);
}

const inJson =
  /"([^"\\]*(?:secret|password|api_?key|cvc)[^"\\]*)"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/gi;
const inForm = /(^|[&?\s])([^=&?\s"]*(?:secret|password|api_?key|cvc|token)[^=&?\s"]*)=[^&\s"]*/gi;
/** Keys of the processor, and what its messages are signed with. */
const apiKey = /\b(?:[sr]k_(?:test|live)|whsec)_\w+/g;
const digits = /(?<![\w.-])\d(?:[ +-]?\d){13,18}(?![\w.-])/g;

/** A text without what is worth stealing: secrets by their names, the processor's keys, and card numbers. */
export function leaveOutSecrets(text: string): string {
  return text
    .replace(inJson, (_, name, colon) => `"${name}"${colon}"${leftOut}"`)
    .replace(inForm, (_, before, name) => `${before}${name}=${leftOut}`)
    .replace(apiKey, leftOut)
    .replace(digits, (found) => (isCardNumber(found.replace(/\D/g, '')) ? leftOut : found));
}

/** Luhn's sum (ISO/IEC 7812-1), as every card number has it. */
function isCardNumber(number: string): boolean {
  const sum = [...number].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 1 : 2);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
