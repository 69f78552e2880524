import { formatNumber } from '../../service/text/text.ts'

/** Formats a count with its noun: "1 row", "2,300 rows". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}

/** Formats a count of other services' links: "1 link of another service". */
export function referencesText(count: number): string {
  return `${formatCount(count, 'link')} of ${count === 1 ? 'another service' : 'other services'}`
}
