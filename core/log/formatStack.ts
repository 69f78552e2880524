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
  let nextError = thrown
  for (let depth = 0; depth < maxCauses && (depth === 0 || nextError !== undefined); depth++) {
    stacks.push(safeRead(() => ownStack(nextError)))
    const current = nextError
    nextError = undefined
    safeRead(() => {
      if (current instanceof Error) nextError = current.cause
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
