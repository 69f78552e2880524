import type { ActivityEntry, Operation } from '../../../contract/app/calls/app/activity.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { parseEnvironment } from '../../../contract/service/api/headers.ts'
import { useSession } from '../../session/Session.tsx'
import type { Tone } from '../../ui/Callout.tsx'
import { environmentLabels } from '../../ui/environments.ts'
import { formatDecimal } from '../../ui/formatCount.ts'
import { formatDate } from '../../ui/formatTime.ts'

export const operationNames: Record<Operation, string> = {
  create: 'Create',
  lookup: 'Look up',
  change: 'Change',
  history: 'Load history',
  visits: 'Load visits',
  test: 'Test connection',
  list: 'Links of the team',
  invite: 'Invite a colleague',
  enroll: 'Accept invitation',
  rules: 'Load rules',
  app_links: 'Check app links',
  image: 'Show an image',
}

interface Outcome {
  tone: Tone
  /** The outcome in one or two words. */
  label: string
  /** The reason and the status code; `null` if there is neither. */
  why: string | null
}

/**
 * Describes a request's outcome in words, then its status code. A connection test requests a nonexistent link, so "not
 * found" means that the service works.
 */
export function describeOutcome({
  operation,
  status,
  code,
}: Pick<ActivityEntry, 'operation' | 'status' | 'code'>): Outcome {
  const title = code && catalogue[code].title
  if (status === null) return { tone: 'bad', label: 'No response', why: title }
  const withStatus = (text: string | null) => (text === null ? String(status) : `${text} · ${status}`)
  if (status < 300) return { tone: 'good', label: 'Succeeded', why: withStatus(title) }
  if (operation === 'test' && code === 'link_not_found')
    return { tone: 'good', label: 'Succeeded', why: withStatus('As expected in a test') }
  return { tone: 'bad', label: 'Failed', why: withStatus(title) }
}

/**
 * Returns the profile of a request and its current name, or its recorded name if the profile was deleted or never
 * saved.
 */
export function useEntryProfile({
  operation,
  profileId,
  profileName,
}: Pick<ActivityEntry, 'operation' | 'profileId' | 'profileName'>) {
  const profile = useSession().state.profiles.find(({ id }) => id === profileId)
  // Files of a domain and images are fetched for no profile. A connection test is sent with an empty name.
  const unnamed = operation === 'app_links' || operation === 'image' ? 'No profile' : 'Unsaved profile'
  return { profile, name: profile?.name ?? (profileName || unnamed) }
}

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

/** Formats a time to the second, with its date unless it is today. */
export function formatMoment(iso: string, now = new Date()): string {
  const time = new Date(iso)
  const timeText = formatDate(time, { timeStyle: 'medium' })
  return time.toDateString() === now.toDateString()
    ? timeText
    : `${formatDate(time, { month: 'short', day: 'numeric' })}, ${timeText}`
}
