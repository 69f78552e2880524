import { activityEntry } from '../../contract/app/calls/app/activity.ts'
import type { ActivityDetail, ActivityEntry } from '../../contract/app/calls/app/activity.ts'

export type NewEntry = Omit<ActivityDetail, 'id'>

/** Maximum number of entries, and of characters in their texts: the oldest are removed first. */
const [maxEntries, maxCharacters] = [500, 20_000_000]

export type ActivityStore = ReturnType<typeof createActivity>

/** The last requests since the app started. Kept only in memory, because they contain what links are about. */
export function createActivity() {
  let entries: ActivityDetail[] = []
  // Ids begin with the time, so that an address from before a restart never shows another request.
  let lastId = Date.now()
  return {
    add: (entry: NewEntry) => {
      const others = entries.filter((other) => !isReplacedBy(other, entry))
      entries = removeOldest([...others, { id: ++lastId, ...entry }])
    },
    /** Returns the entries, newest first. Parsing leaves out the texts of a request, which only its details have. */
    list: (): ActivityEntry[] => entries.map((entry) => activityEntry.parse(entry)).toReversed(),
    get: (id: number): ActivityDetail | null => entries.find((entry) => entry.id === id) ?? null,
  }
}

/**
 * Whether a repeated successful reading of visits or rules replaces an entry. Otherwise, polling would soon push
 * everything else out of the list.
 */
function isReplacedBy(previous: ActivityDetail, entry: NewEntry): boolean {
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
