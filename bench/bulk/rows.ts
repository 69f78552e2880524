/** Columns of the measured tables, as in a shop's campaign. */
export const header = ['Title', 'URL', 'Campaign', 'Source', 'Medium', 'Tags', 'data.product.id', 'iPhone']
const sources = ['twitter', 'newsletter', 'Twitter', 'instagram']

/** Returns a row with a unique link; some have an error. */
export function createRow(at: number, shop = 'shop.example'): string[] {
  const source = at % 97 === 0 ? 'twiter' : (sources[at % sources.length] ?? '')
  const words = ['summer-sale', source, 'social', 'a, b; c', String(9_007_199_254_740_991n - BigInt(at))]
  const address = `https://${shop}/products/${at}?ref=mail`
  return [`Product ${at}`, address, ...words, at % 3 === 0 ? 'https://apps.apple.com/app/id1' : '']
}

/** Returns a table as CSV. */
export function createCsv(rows: number, shop?: string): string {
  const lines = Array.from({ length: rows }, (_, at) => createRow(at, shop))
  return [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')
}
