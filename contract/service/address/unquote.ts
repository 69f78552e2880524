import { removeInvisible } from '../text/invisible.ts'
import { unwrapFormulaText } from '../text/words.ts'

/** Returns an address without invisible characters, and without white space, quotes and angle brackets around it. */
export function unquoteAddress(text: string): string {
  const url = removeInvisible(unwrapFormulaText(text), 'programs').trim()
  const wrapped = ['<>', '""', '“”', '„“', '«»', "''"].some(
    ([opening = '', closing = '']) => url.startsWith(opening) && url.endsWith(closing) && url.length > 2,
  )
  return wrapped ? url.slice(1, -1).trim() : url
}
