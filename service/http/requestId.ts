import { randomText } from '../random/text.ts'

/** By which a caller and an operator speak about the same request. */
export function requestId(): string {
  return `req_${randomText(12)}`
}
