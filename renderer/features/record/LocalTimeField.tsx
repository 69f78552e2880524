import { TextInput } from '@mantine/core'
import { formatZonedTime } from '../../link/activeState.ts'

interface LocalTimeFieldProps {
  label: string
  /** As typed, in the user's time zone. */
  value: string
  onChange: (typed: string) => void
  /** Why the time can't be used; `null` if it can. */
  check: (time: Date) => string | null
  autoFocus?: boolean
}

/** Asks for a date and time in the user's time zone, which it names. */
export function LocalTimeField(props: LocalTimeFieldProps) {
  const { label, value, onChange, check, autoFocus = false } = props
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = parseLocalTime(value)
  return (
    <TextInput
      type="datetime-local"
      label={label}
      step={60}
      data-autofocus={autoFocus || undefined}
      description={`In your time zone: ${zone}`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={value === '' ? undefined : time === null ? 'Enter a date and time.' : check(time)}
    />
  )
}

/** Returns the typed text as a time; `null` if invalid. */
export function parseLocalTime(typed: string): Date | null {
  const time = new Date(typed)
  return typed === '' || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? null : time
}

/** Returns a time as the value of a `datetime-local` input, in the user's time zone. */
export function toLocalText(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Formats a time in the user's time zone and in UTC: "Nov 30, 2026, 9:00 AM GMT+1 (2026-11-30 08:00 UTC)". */
export function formatBothZones(time: Date): string {
  const iso = time.toISOString()
  const length = time.getUTCSeconds() === 0 ? 16 : 19
  return `${formatZonedTime(iso)} (${iso.slice(0, length).replace('T', ' ')} UTC)`
}

/** Returns why a link can't end at that time; `null` if it can. */
export function checkEnd(time: Date): string | null {
  return time.getTime() <= Date.now() ? 'This time has passed. To stop the link now, switch it off.' : null
}
