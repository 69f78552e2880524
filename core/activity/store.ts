import { activityEntry } from '../../contract/app/calls/app/activity.ts'
import type { ActivityDetail, ActivityEntry } from '../../contract/app/calls/app/activity.ts'

export type NewEntry = Omit<ActivityDetail, 'id'>

/** Maximum number of entries, and of characters in their texts: the oldest are removed first. */
const [maxEntries, maxCharacters] = [500, 20_000_000]
/** Maximum number of replaced entries. */
const maxReplaced = 100

export type ActivityStore = ReturnType<typeof createActivity>

/**
 * The last requests since the app started. Kept only in memory, because they contain what links are about. An entry that
 * can't be made is reported as a bug.
 */
export function createActivity(reportBug: (call: string, error: unknown) => void) {
  let entries: ActivityDetail[] = []
  /** Entries that a newer reading replaced, because an open list still shows them. */
  let replaced: ActivityDetail[] = []
  let waiting: (() => NewEntry)[] = []
  // Ids begin with the time, so that an address from before a restart never shows another request.
  let lastId = Date.now()
  const insert = (entry: ActivityDetail) => {
    const previous = entries.filter((other) => isReplacedBy(other, entry))
    replaced = [...replaced, ...previous].slice(-maxReplaced)
    entries = removeOldest([...entries.filter((other) => !previous.includes(other)), entry])
  }
  const makeWaiting = () => {
    const makers = waiting
    waiting = []
    for (const make of makers) {
      try {
        insert({ id: ++lastId, ...make() })
      } catch (error) {
        reportBug('activity.record', error)
      }
    }
  }
  return {
    /** Adds an entry, which is made once the responses that have arrived are delivered. Reads include it. */
    add: (make: () => NewEntry) => {
      if (waiting.push(make) === 1) setImmediate(makeWaiting)
    },
    /** Returns the entries, newest first. */
    list: (): ActivityEntry[] => {
      makeWaiting()
      // Parsing leaves out the texts of a request, which only its details have.
      return entries.map((entry) => activityEntry.parse(entry)).toReversed()
    },
    get: (id: number): ActivityDetail | null => {
      makeWaiting()
      return [...entries, ...replaced].find((entry) => entry.id === id) ?? null
    },
    clear: () => {
      waiting = []
      entries = []
      replaced = []
    },
  }
}

/**
 * Whether a repeated successful reading of visits or rules replaces an entry. Otherwise, polling would soon push
 * everything else out of the list.
 */
function isReplacedBy(previous: ActivityDetail, entry: ActivityDetail): boolean {
  const { operation, url, environment, profileId } = entry
  return (
    (operation === 'visits' || operation === 'rules') &&
    entry.code === null &&
    previous.code === null &&
    previous.operation === operation &&
    previous.url === url &&
    previous.environment === environment &&
    previous.profileId === profileId
  )
}

function removeOldest(entries: ActivityDetail[]): ActivityDetail[] {
  let characters = 0
  const newest = entries.slice(-maxEntries)
  const tooOld = newest.findLastIndex(({ request, answer, curl }, index) => {
    characters += request.length + (answer?.length ?? 0) + curl.length
    return characters > maxCharacters && index < newest.length - 1
  })
  return newest.slice(tooOld + 1)
}
