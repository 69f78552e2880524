export { formatNumber } from '../../contract/service/text/text.ts'
export { formatCount, referencesText } from '../../contract/app/text/formatCount.ts'

/** Formats a number with this many decimals for a region, by default this computer's: "1.5", or "1,5" in Germany. */
export function formatDecimal(number: number, decimals: number, locale?: string): string {
  return number.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
