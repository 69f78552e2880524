import { parseEnvironment } from '../../../contract/service/api/headers.ts'
import { environmentLabels } from '../../ui/environments.ts'
import { formatDecimal } from '../../ui/formatCount.ts'

/** Returns the name of an environment, or the value that a service has instead: a profile can map its own. */
export function formatEnvironment(value: string): string {
  const environment = parseEnvironment(value)
  return environment ? environmentLabels[environment] : value
}

/** Formats a duration: `8 ms`, `1.2 s`. */
export function formatDuration(ms: number, locale?: string): string {
  return ms < 1_000 ? `${ms} ms` : `${formatDecimal(ms / 1_000, ms < 10_000 ? 1 : 0, locale)} s`
}

/** Formats a size in bytes: `812 B`, `3.4 KB`; a dash if there was no body. */
export function formatSize(bytes: number | null, locale?: string): string {
  if (bytes === null) return '–'
  if (bytes < 1_000) return `${bytes} B`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${formatDecimal(amount, 1, locale)} ${unit}`
}

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** Formats a time to the second, with its date unless it is today. */
export function formatMoment(iso: string, now = new Date()): string {
  const time = new Date(iso)
  const timeText = timeFormat.format(time)
  return time.toDateString() === now.toDateString() ? timeText : `${dayFormat.format(time)}, ${timeText}`
}
