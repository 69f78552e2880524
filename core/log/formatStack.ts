import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'

/** Maximum number of causes in a report, because an error can be its own cause. */
const maxCauses = 4

/**
 * Returns a thrown value as text: its stack and those of its causes. Never throws. Replaces the home folder, which
 * contains the user's name, with `~`.
 */
export function formatStack(thrown: unknown): string {
  const stacks: string[] = []
  let next = thrown
  for (let depth = 0; depth < maxCauses && (depth === 0 || next !== undefined); depth++) {
    stacks.push(safeRead(() => ownStack(next)))
    const current = next
    next = undefined
    safeRead(() => {
      if (current instanceof Error) next = current.cause
      return ''
    })
  }
  return hideHomeFolder(stacks.join('\ncaused by: '))
}

function ownStack(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Getters and proxies can throw or return something other than text. */
function safeRead(read: () => unknown): string {
  try {
    return String(read())
  } catch {
    return 'An unreadable value was thrown'
  }
}

function hideHomeFolder(text: string): string {
  const home = homedir()
  // A home folder such as `/` contains no name.
  if (home.length < 3) return text
  return text.replaceAll(pathToFileURL(home).href, 'file:///~').replaceAll(home, '~')
}
