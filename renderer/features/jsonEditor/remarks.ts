import { readData } from '../../../contract/json.ts'
import { unsafeNumbersIn } from './unsafeNumbers.ts'

/** Something to say at a place of the text, as the editor marks it. */
export interface Remark {
  from: number
  to: number
  severity: 'error' | 'warning'
  message: string
}

/** The fault of a text, or what is worth a look in one without faults. A blank text has neither. */
export function remarksOn(text: string): Remark[] {
  if (text.trim() === '') return []
  const read = readData(text)
  if (!read.ok) {
    const from = Math.min(read.fault.offset, text.length)
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: read.fault.message }]
  }
  return unsafeNumbersIn(text).map(({ from, to, readAs }) => ({
    from,
    to,
    severity: 'warning',
    message: `JavaScript would read this as ${readAs}. Other languages may not.`,
  }))
}
