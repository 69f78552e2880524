import { limits } from '../../contract/limits.ts'

/** Left free, so that 500 more characters stay within the limit. */
const reservedBytes = 1_024

/**
 * Returns app data of nearly the maximum size: a formatted catalog of offers with every type of value. Its first
 * value is `text`, a string to type into.
 */
export function largePayload(): string {
  const offers: object[] = []
  let text = ''
  for (;;) {
    const next = JSON.stringify({ text: '', offers }, null, 2)
    if (next.length > limits.dataBytes - reservedBytes) return text
    text = next
    offers.push(createOffer(offers.length))
  }
}

function createOffer(index: number): object {
  return {
    id: 1_000_000 + index,
    name: `Summer offer number ${index}`,
    price: { amount: index * 1.25, currency: 'EUR' },
    sizes: ['S', 'M', 'L'],
    limited: index % 3 === 0,
    note: null,
  }
}
